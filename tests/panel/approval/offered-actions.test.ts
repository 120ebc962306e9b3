import { describe, expect, it } from 'vitest';
import { type CardAction, INITIAL_CARD_STATE, reduceCardState } from '@/src/panel/approval/card-state';
import { type ActionInputs, offeredActions } from '@/src/panel/approval/offered-actions';
import { askedCall } from './approval-requests';

const ADD = askedCall('add', 'add_rule', { pattern: 'a*' });
const LOOK = askedCall('look', 'switch_provider', {}, { isAsked: false });
const SAVE = askedCall('save', 'save_changes');

const CALM: ActionInputs = {
  open: [ADD],
  cardState: INITIAL_CARD_STATE,
  problemCount: 0,
  isPreviewPending: false,
  hasFailed: false,
  isHeld: false,
  isDeciding: false,
};
const without = (...ids: string[]) =>
  ids
    .map((executionId): CardAction => ({ type: 'tick', executionId, isTicked: false }))
    .reduce(reduceCardState, INITIAL_CARD_STATE);
const leavingOut = reduceCardState(INITIAL_CARD_STATE, {
  type: 'leave-out',
  executionId: 'add',
  rowIds: ['1'],
  isLeftOut: true,
});

describe('the buttons', () => {
  it.each<[string, Partial<ActionInputs>, string, boolean]>([
    ['one call', {}, 'Approve & Run', false],
    ['one call with an omitted row', { cardState: leavingOut }, 'Approve & Run selected', false],
    ['one call that needs approval and one allowed', { open: [ADD, LOOK] }, 'Approve & Run', false],
    ['two calls that need approval', { open: [ADD, LOOK, SAVE] }, 'Approve & Run', true],
    [
      'the second call omitted',
      { open: [ADD, SAVE], cardState: without('save') },
      'Approve & Run selected',
      true,
    ],
    [
      'the first call omitted',
      { open: [ADD, SAVE], cardState: without('add') },
      'Approve & Run selected',
      false,
    ],
    [
      'an allowed call marked as omitted',
      { open: [ADD, LOOK], cardState: without('look') },
      'Approve & Run',
      false,
    ],
  ])('match %s', (_, inputs, approveLabel, canApproveFirst) => {
    const actions = offeredActions({ ...CALM, ...inputs });
    expect(actions).toEqual({ approveLabel, canApproveFirst, waitsFor: null });
  });
});

describe('approving is blocked', () => {
  it.each<[string, Partial<ActionInputs>, string]>([
    ['while a decision is being sent', { isDeciding: true, isPreviewPending: true }, 'Sending the decision…'],
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
    ['for a moment after the request appeared', { isHeld: true }, 'Read first; Approve unlocks in a second.'],
  ])('%s', (_, inputs, waitsFor) => {
    expect(offeredActions({ ...CALM, ...inputs }).waitsFor).toBe(waitsFor);
  });
});
