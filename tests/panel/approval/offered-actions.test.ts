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
    ['one call with a part left out', { cardState: leavingOut }, 'Approve & Run selected', false],
    ['one asked call and one allowed', { open: [ADD, LOOK] }, 'Approve & Run', false],
    ['two asked calls', { open: [ADD, LOOK, SAVE] }, 'Approve & Run', true],
    [
      'the second left out',
      { open: [ADD, SAVE], cardState: without('save') },
      'Approve & Run selected',
      true,
    ],
    ['the first left out', { open: [ADD, SAVE], cardState: without('add') }, 'Approve & Run selected', false],
    [
      'an allowed call that somebody unticked',
      { open: [ADD, LOOK], cardState: without('look') },
      'Approve & Run',
      false,
    ],
  ])('are those for %s', (_, situation, approveLabel, canApproveFirst) => {
    const actions = offeredActions({ ...CALM, ...situation });
    expect(actions).toEqual({ approveLabel, canApproveFirst, waitsFor: null });
  });
});

describe('applying waits', () => {
  it.each<[string, Partial<ActionInputs>, string]>([
    ['while a decision is on its way', { isDeciding: true, isPreviewPending: true }, 'Sending the decision…'],
    [
      'while nothing is chosen',
      { cardState: without('add') },
      'Nothing is selected. Use Refuse… to refuse all of it.',
    ],
    ['for one wrong argument', { problemCount: 1 }, '1 argument is not valid.'],
    [
      'for wrong arguments, asked anew or not',
      { problemCount: 2, isPreviewPending: true },
      '2 arguments are not valid.',
    ],
    ['for a preview', { isPreviewPending: true, isHeld: true }, 'Updating the preview…'],
    ['where a preview failed', { hasFailed: true }, 'The preview could not be updated.'],
    [
      'for a moment where the question is new',
      { isHeld: true },
      'This is new. It can be approved in a moment.',
    ],
  ])('%s', (_, situation, waitsFor) => {
    expect(offeredActions({ ...CALM, ...situation }).waitsFor).toBe(waitsFor);
  });
});
