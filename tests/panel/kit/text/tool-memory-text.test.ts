import { expect, it } from 'vitest';
import { toolMemoryEffect } from '@/src/panel/kit/text/tool-memory-text';
import { wordsOf } from '@/src/texts/i18n';

it.each([
  [false, 1, 'Always remember'],
  [true, 0, 'forget immediately'],
  [true, 1, 'forget after 1 turn'],
  [true, 2, 'forget after 2 turns'],
])('tool memory that is on (%s) for %i turns reads “%s”', (enabled, forgetAfterConclusions, text) => {
  expect(wordsOf(toolMemoryEffect({ enabled, forgetAfterConclusions }))).toBe(text);
});
