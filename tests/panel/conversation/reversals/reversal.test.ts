import { describe, expect, it } from 'vitest';
import {
  DEFAULT_CHOICE,
  isReady,
  type ManualChangesChoice,
  strategyOf,
} from '@/src/panel/conversation/reversals/reversal';
import { rollbackPreview, undoPreview, WITH_CONFLICT, WITHOUT_CONFLICT } from './previews';

const REVERT_MANUAL: ManualChangesChoice = { isKept: false, keep: null };
const PAGE: ManualChangesChoice = { isKept: true, keep: 'page' };

describe('the strategy', () => {
  it.each([
    ['nothing to keep', null, DEFAULT_CHOICE, { strategy: 'replace' }],
    ['the default choice', WITHOUT_CONFLICT, DEFAULT_CHOICE, { strategy: 'merge', keep: null }],
    ['manual changes to be reverted', WITHOUT_CONFLICT, REVERT_MANUAL, { strategy: 'replace' }],
    ['the page’s version to be kept', WITH_CONFLICT, PAGE, { strategy: 'merge', keep: 'page' }],
  ])('with %s', (_, merge, choice, strategy) => {
    expect(strategyOf(rollbackPreview({ merge }), choice)).toEqual(strategy);
  });
});

describe('the button', () => {
  const obstacles = [{ path: '/a', page: '1', wanted: '2', change: null }];

  it.each([
    ['a plain rollback', rollbackPreview({}), DEFAULT_CHOICE, true],
    ['an open conflict', rollbackPreview({ merge: WITH_CONFLICT }), DEFAULT_CHOICE, false],
    ['a resolved conflict', rollbackPreview({ merge: WITH_CONFLICT }), PAGE, true],
    [
      'a conflict with manual changes to be reverted',
      rollbackPreview({ merge: WITH_CONFLICT }),
      REVERT_MANUAL,
      true,
    ],
    ['an undo', undoPreview({}), DEFAULT_CHOICE, true],
    ['a blocked undo', undoPreview({ obstacles }), DEFAULT_CHOICE, false],
  ])('for %s is enabled: %#', (_, preview, choice, isEnabled) => {
    expect(isReady(preview, choice)).toBe(isEnabled);
  });
});
