import { describe, expect, it } from 'vitest';
import { type CardAction, INITIAL_CARD_STATE, reduceCardState } from '@/src/panel/approval/card-state';
import { type ActionInputs, offeredActions } from '@/src/panel/approval/offered-actions';
import { askedCall, changeDryRun, changePreview, saveDryRun, unknownDryRun } from './approval-requests';

const ADD = askedCall('add', 'add_rule', { pattern: 'a*' });
const LOOK = askedCall('look', 'switch_provider', {}, { isAsked: false });
const SAVE = askedCall('save', 'save_changes');
const RUN = askedCall('run', 'page_add');
const ROWS = ['1', '2', '3'].map((id) => ({
  id,
  kind: 'added' as const,
  text: id,
  note: null,
  isLeftOut: false,
}));

const CALM: ActionInputs = {
  open: [ADD],
  dryRunOf: ({ executionId }) => DRY_RUNS.get(executionId) ?? null,
  cardState: INITIAL_CARD_STATE,
  isReadOnly: false,
  problemCount: 0,
  isPreviewPending: false,
  hasFailed: false,
  isHeld: false,
  isDeciding: false,
};
const without = (...ids: string[]) =>
  ids
    .map((executionId): CardAction => ({ type: 'change', executionId, changes: { isTicked: false } }))
    .reduce(reduceCardState, INITIAL_CARD_STATE);
const leavingOut = reduceCardState(INITIAL_CARD_STATE, {
  type: 'leave-out',
  executionId: 'add',
  rowIds: ['1'],
  isLeftOut: true,
});

const SEND = askedCall('send', 'send_message', { chat: 'Shop', message: 'Hi', wait: false });
/** A text whose end is folded. */
const TEXT = 'x'.repeat(8_001);
const LONG = askedCall('long', 'page_add', { text: TEXT });
const READ = reduceCardState(INITIAL_CARD_STATE, { type: 'read', text: TEXT });
const DRY_RUNS = new Map([
  ['add', changeDryRun(ADD, changePreview('Hides 1.'), ROWS)],
  ['save', saveDryRun(SAVE, changePreview('Saves.'))],
  ['run', unknownDryRun(RUN, changePreview('Runs.'))],
  ['send', unknownDryRun(SEND, changePreview('Sends.'))],
  ['long', unknownDryRun(LONG, changePreview('Runs.', { quoted: TEXT }))],
]);

describe('the buttons', () => {
  it.each<[string, Partial<ActionInputs>, string, string | null]>([
    ['one change', {}, 'Apply', null],
    ['one save', { open: [SAVE] }, 'Save', null],
    ['one message', { open: [SEND] }, 'Send', null],
    ['one call with unknown effects', { open: [RUN] }, 'Run', null],
    ['a call whose long text was unfolded', { open: [LONG], cardState: READ }, 'Run', null],
    ['a call without a dry run', { open: [askedCall('x', 'add_rule')] }, 'Run', null],
    ['one call with an omitted row', { cardState: leavingOut }, 'Apply 2 of 3', null],
    ['one call that needs approval and one allowed', { open: [ADD, LOOK] }, 'Apply', null],
    ['two calls that need approval', { open: [ADD, LOOK, SAVE] }, 'Apply 2 changes', 'Apply only the first'],
    ['a change and a call with unknown effects', { open: [ADD, RUN] }, 'Run 2 calls', 'Run only the first'],
    [
      'the save omitted',
      { open: [ADD, SAVE], cardState: without('save') },
      'Apply 1 change',
      'Apply only the first',
    ],
    [
      'the change beside a call with unknown effects omitted',
      { open: [ADD, RUN], cardState: without('add') },
      'Run 1 call',
      null,
    ],
    ['all but the save omitted', { open: [ADD, SAVE], cardState: without('add') }, 'Save', null],
    ['an allowed call marked as omitted', { open: [ADD, LOOK], cardState: without('look') }, 'Apply', null],
  ])('match %s', (_, inputs, approveLabel, approveFirstLabel) => {
    const actions = offeredActions({ ...CALM, ...inputs });
    expect(actions).toEqual({ approveLabel, approveFirstLabel, waitsFor: null });
  });
});

describe('approving is blocked', () => {
  it.each<[string, Partial<ActionInputs>, string]>([
    ['while a decision is being sent', { isDeciding: true, isPreviewPending: true }, 'Sending the decision…'],
    [
      'in a chat that has become read-only',
      { isReadOnly: true, isPreviewPending: true },
      'This chat is read-only now, so nothing can be applied.',
    ],
    [
      'while nothing is selected',
      { cardState: without('add') },
      'Nothing is selected. Use Refuse… to refuse all of it.',
    ],
    ['by one invalid argument', { problemCount: 1 }, '1 argument is not valid.'],
    [
      'by invalid arguments, also during a preview request',
      { problemCount: 2, isPreviewPending: true },
      '2 arguments are not valid.',
    ],
    ['while a preview is requested', { isPreviewPending: true, isHeld: true }, 'Updating the preview…'],
    ['after a failed preview', { hasFailed: true }, 'The preview could not be updated.'],
    ['while a text that would be sent is folded', { open: [LONG] }, 'Show all of the text first.'],
    ['while one of several is', { open: [ADD, LONG] }, 'Show all of the text first.'],
    ['for a moment after the request appeared', { isHeld: true }, 'Read first; ready in a second.'],
  ])('%s', (_, inputs, waitsFor) => {
    expect(offeredActions({ ...CALM, ...inputs }).waitsFor).toBe(waitsFor);
  });
});
