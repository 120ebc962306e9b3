import { expect, it } from 'vitest';
import type { ManualChangesChoice, ShownPreview } from '@/src/panel/conversation/reversals/reversal';
import { reversalSummary } from '@/src/panel/conversation/reversals/reversal-summary';
import { wordsOf } from '@/src/texts/i18n';
import { RULE_A, RULE_B, rollbackPreview, undoPreview, WITH_CONFLICT, WITHOUT_CONFLICT } from './previews';

const KEEP: ManualChangesChoice = { isKept: true, keep: null };

it.each<[string, ShownPreview, ManualChangesChoice, string]>([
  [
    'a rollback that changes nothing',
    rollbackPreview({}),
    KEEP,
    'Will change nothing: the page and the chat are already in this state. Saved file: not touched.',
  ],
  [
    'a rollback of rules and messages',
    rollbackPreview({ differences: [RULE_A, RULE_B], messagesSetAside: 3 }),
    KEEP,
    'Will undo 2 changes on the page. Will set 3 messages aside. Saved file: not touched.',
  ],
  [
    'a rollback of messages alone',
    rollbackPreview({ messagesSetAside: 3, savedNote: '' }),
    KEEP,
    'Will set 3 messages aside. The page stays as it is.',
  ],
  [
    'undoing a rollback',
    rollbackPreview({ differences: [RULE_A], messagesSetAside: 1, messagesBroughtBack: 2, savedNote: '' }),
    KEEP,
    'Will undo 1 change on the page. Will set 1 message aside. Will bring 2 messages back.',
  ],
  [
    'a redo',
    rollbackPreview({ isRedo: true, differences: [RULE_A, RULE_B, RULE_A], messagesBroughtBack: 54 }),
    KEEP,
    'Will bring 3 changes and 54 messages back. Saved file: not touched.',
  ],
  [
    'a redo of an undo',
    rollbackPreview({ isRedo: true, differences: [RULE_A], savedNote: '' }),
    KEEP,
    'Will bring 1 change back.',
  ],
  [
    'a redo after further messages',
    rollbackPreview({ isRedo: true, messagesBroughtBack: 1, messagesSetAside: 2, savedNote: '' }),
    KEEP,
    'Will bring 1 message back. Will set 2 messages aside.',
  ],
  [
    'keeping manual changes',
    rollbackPreview({ differences: [RULE_A, RULE_B], merge: WITHOUT_CONFLICT, savedNote: '' }),
    KEEP,
    'Will undo 1 change on the page. All messages stay.',
  ],
  [
    'reverting manual changes too',
    rollbackPreview({ differences: [RULE_A, RULE_B], merge: WITHOUT_CONFLICT, savedNote: '' }),
    { isKept: false, keep: null },
    'Will undo 2 changes on the page. All messages stay.',
  ],
  [
    'a conflict that is open',
    rollbackPreview({ merge: WITH_CONFLICT, savedNote: '' }),
    KEEP,
    'Choose which version to keep in 1 place.',
  ],
  [
    'a conflict resolved for the page',
    rollbackPreview({ merge: WITH_CONFLICT, savedNote: '' }),
    { isKept: true, keep: 'page' },
    'Will undo 1 change on the page. All messages stay. Hides 2 models.',
  ],
  [
    'a conflict resolved for the checkpoint',
    rollbackPreview({ merge: WITH_CONFLICT, savedNote: '' }),
    { isKept: true, keep: 'checkpoint' },
    'Will undo 2 changes on the page. All messages stay. Hides 3 models.',
  ],
  [
    'an undo',
    undoPreview({ differences: [RULE_A] }),
    KEEP,
    'Will undo 1 change on the page. All messages stay. Saved file: not touched.',
  ],
  [
    'a blocked undo',
    undoPreview({ blockers: [{ path: '/a', page: '1', wanted: '2', change: null }] }),
    KEEP,
    'This can’t be undone on its own. Rolling back to here also undoes later changes.',
  ],
])('describes the effect of %s', (_, preview, choice, summary) => {
  expect(wordsOf(reversalSummary(preview, choice))).toBe(summary);
});
