import { expect, it } from 'vitest';
import { writtenArguments } from '@/src/core/tools/validate-call';
import { notesAdapter } from '../../fakes/notes-adapter';

it.each([
  ['that fit', 'add_note', '{ "text": "ale" }', { text: 'ale' }],
  ['that were mended', 'functions.add_note', '"{\\"text\\":\\"ale\\"}"', { text: 'ale' }],
  ['that don’t fit', 'add_note', '{"txt":"ale"}', null],
  ['of a tool that isn’t there', 'nonsense', '{}', null],
])('arguments %s', (_what, name, argumentsText, expected) => {
  expect(writtenArguments(notesAdapter.tools, { name, argumentsText })).toEqual(expected);
});
