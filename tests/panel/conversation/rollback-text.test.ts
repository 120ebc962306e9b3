import { expect, it } from 'vitest';
import { rollbackText } from '@/src/panel/conversation/rollback-text';
import type { RollbackMessage } from '@/src/schema/message';
import { sentences } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';

const ROW: RollbackMessage = {
  role: 'rollback',
  id: 'm',
  chatId: 'c',
  runId: null,
  createdAtMs: 0,
  kind: 'rollback',
  checkpointId: 'k',
  description: 'x',
  discardedMessages: 0,
  savedNote: 'Nothing was saved.',
  savedSince: null,
  safetyCheckpointId: 's',
  stateHash: 'h',
  position: 0,
  discardedBy: null,
};

it.each<[string, Partial<RollbackMessage>, title: string, note: string]>([
  ['a rollback', { discardedMessages: 2 }, 'Rolled back', '2 messages set aside. Nothing was saved.'],
  ['an undo', { kind: 'undo' }, 'Undone', 'Nothing was saved.'],
  ['a redo', { broughtBack: 54, savedNote: '' }, 'Redone', '54 messages brought back.'],
  ['a redo of an undo', { broughtBack: 0 }, 'Redone', 'Nothing was saved.'],
  [
    'a redo after further messages',
    { broughtBack: 1, discardedMessages: 1, savedNote: '' },
    'Redone',
    '1 message brought back, 1 message set aside.',
  ],
])('the row of %s says what happened', (_, fields, title, note) => {
  const text = rollbackText({ ...ROW, ...fields });
  expect(wordsOf(text.title)).toBe(title);
  expect(wordsOf(sentences(text.moved, text.savedNote))).toBe(note);
});
