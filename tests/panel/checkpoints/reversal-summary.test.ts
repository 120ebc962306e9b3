import { expect, it } from 'vitest';
import type { ManualChangesChoice, ReversalPreview } from '@/src/panel/checkpoints/reversal';
import { reversalSummary } from '@/src/panel/checkpoints/reversal-summary';
import { RULE_A, RULE_B, rollbackPreview, undoPreview, WITH_CONFLICT, WITHOUT_CONFLICT } from './previews';

const KEEP: ManualChangesChoice = { isKept: true, keep: null };

it.each<[string, ReversalPreview, ManualChangesChoice, string]>([
  [
    'a rollback that changes nothing',
    rollbackPreview({}),
    KEEP,
    'Page: stays as it is. Conversation: stays as it is. Saved file: not touched.',
  ],
  [
    'a rollback of rules and messages',
    rollbackPreview({ differences: [RULE_A, RULE_B], messagesSetAside: 3 }),
    KEEP,
    'Page: 2 differences undone. Conversation: 3 messages set aside. Saved file: not touched.',
  ],
  [
    'undoing a rollback',
    rollbackPreview({ differences: [RULE_A], messagesSetAside: 1, messagesBroughtBack: 2, savedNote: '' }),
    KEEP,
    'Page: 1 difference undone. Conversation: 1 message set aside, 2 messages brought back.',
  ],
  [
    'keeping manual changes',
    rollbackPreview({ differences: [RULE_A, RULE_B], merge: WITHOUT_CONFLICT, savedNote: '' }),
    KEEP,
    'Page: 1 difference undone. Conversation: stays as it is.',
  ],
  [
    'reverting manual changes too',
    rollbackPreview({ differences: [RULE_A, RULE_B], merge: WITHOUT_CONFLICT, savedNote: '' }),
    { isKept: false, keep: null },
    'Page: 2 differences undone. Conversation: stays as it is.',
  ],
  [
    'a conflict that is open',
    rollbackPreview({ merge: WITH_CONFLICT, savedNote: '' }),
    KEEP,
    'Page: choose which version to keep in 1 place. Conversation: stays as it is.',
  ],
  [
    'a conflict resolved for the page',
    rollbackPreview({ merge: WITH_CONFLICT, savedNote: '' }),
    { isKept: true, keep: 'page' },
    'Page: 1 difference undone. Conversation: stays as it is.',
  ],
  [
    'a conflict resolved for the checkpoint',
    rollbackPreview({ merge: WITH_CONFLICT, savedNote: '' }),
    { isKept: true, keep: 'checkpoint' },
    'Page: 2 differences undone. Conversation: stays as it is.',
  ],
  [
    'an undo',
    undoPreview({ differences: [RULE_A] }),
    KEEP,
    'Page: 1 difference undone. Conversation: stays as it is. Saved file: not touched.',
  ],
  [
    'a blocked undo',
    undoPreview({ obstacles: [{ path: '/a', page: '1', wanted: '2', change: null }] }),
    KEEP,
    'This can’t be undone on its own. Rolling back to here also undoes later changes.',
  ],
])('describes the effect of %s', (_, preview, choice, summary) => {
  expect(reversalSummary(preview, choice)).toBe(summary);
});
