import { describe, expect, it } from 'vitest';
import { NO_WISHES, type WishAction, withWish } from '@/src/panel/approval/card-state';
import { type CardSituation, offeredActions } from '@/src/panel/approval/offered-actions';
import { askedCall } from './approval-requests';

const ADD = askedCall('add', 'add_rule', { pattern: 'a*' });
const LOOK = askedCall('look', 'switch_provider', {}, { isAsked: false });
const SAVE = askedCall('save', 'save_changes');

const CALM: CardSituation = {
  open: [ADD],
  wishes: NO_WISHES,
  problemCount: 0,
  isAsking: false,
  hasFailed: false,
  isHeld: false,
  isDeciding: false,
};
const without = (...ids: string[]) =>
  ids
    .map((executionId): WishAction => ({ type: 'tick', executionId, isTicked: false }))
    .reduce(withWish, NO_WISHES);
const leavingOut = withWish(NO_WISHES, {
  type: 'leave-out',
  executionId: 'add',
  rowIds: ['1'],
  isLeftOut: true,
});

describe('the buttons', () => {
  it.each<[string, Partial<CardSituation>, string, boolean]>([
    ['one call', {}, 'Approve & Run', false],
    ['one call with a part left out', { wishes: leavingOut }, 'Approve & Run selected', false],
    ['one asked call and one allowed', { open: [ADD, LOOK] }, 'Approve & Run', false],
    ['two asked calls', { open: [ADD, LOOK, SAVE] }, 'Approve & Run', true],
    ['the second left out', { open: [ADD, SAVE], wishes: without('save') }, 'Approve & Run selected', true],
    ['the first left out', { open: [ADD, SAVE], wishes: without('add') }, 'Approve & Run selected', false],
    [
      'an allowed call that somebody unticked',
      { open: [ADD, LOOK], wishes: without('look') },
      'Approve & Run',
      false,
    ],
  ])('are those for %s', (_, situation, approveLabel, canApproveFirst) => {
    const actions = offeredActions({ ...CALM, ...situation });
    expect(actions).toEqual({ approveLabel, canApproveFirst, waitsFor: null });
  });
});

describe('applying waits', () => {
  it.each<[string, Partial<CardSituation>, string]>([
    ['while a decision is on its way', { isDeciding: true, isAsking: true }, 'Handing the decision over…'],
    [
      'while nothing is chosen',
      { wishes: without('add') },
      'Nothing is chosen. Refuse… says no to all of it.',
    ],
    ['for one wrong argument', { problemCount: 1 }, '1 argument needs another look.'],
    [
      'for wrong arguments, asked anew or not',
      { problemCount: 2, isAsking: true },
      '2 arguments need another look.',
    ],
    ['for a preview', { isAsking: true, isHeld: true }, 'Working out what this comes to…'],
    ['where a preview failed', { hasFailed: true }, 'What this comes to could not be worked out.'],
    [
      'for a moment where the question is new',
      { isHeld: true },
      'This is new. It can be approved in a moment.',
    ],
  ])('%s', (_, situation, waitsFor) => {
    expect(offeredActions({ ...CALM, ...situation }).waitsFor).toBe(waitsFor);
  });
});
