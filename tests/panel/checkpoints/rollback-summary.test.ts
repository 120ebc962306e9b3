import { expect, it } from 'vitest';
import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import { rollbackSummary } from '@/src/panel/checkpoints/rollback-summary';

const nothing: RollbackPreview = {
  stateHash: '',
  differences: [],
  changedByHand: [],
  messagesSetAside: 0,
  messagesBroughtBack: 0,
  savedNote: 'Saved file: not touched.',
};
const difference = { kind: 'removed', text: 'openai: ignore rule "a"' } as const;

it.each([
  [{}, 'Page: stays as it is. Conversation: stays as it is. Saved file: not touched.'],
  [
    { differences: [difference, difference], messagesSetAside: 3 },
    'Page: 2 differences undone. Conversation: 3 messages set aside. Saved file: not touched.',
  ],
  [
    { differences: [difference], messagesSetAside: 1, messagesBroughtBack: 2, savedNote: '' },
    'Page: 1 difference undone. Conversation: 1 message set aside, 2 messages brought back.',
  ],
])('for %j says what will happen', (changes, summary) => {
  expect(rollbackSummary({ ...nothing, ...changes })).toBe(summary);
});
