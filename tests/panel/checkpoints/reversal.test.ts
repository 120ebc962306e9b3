import { describe, expect, it } from 'vitest';
import {
  DEFAULT_CHOICE,
  isReady,
  type ManualChangesChoice,
  strategyOf,
} from '@/src/panel/checkpoints/reversal';
import { rollbackPreview, undoPreview, WITH_CONFLICT, WITHOUT_CONFLICT } from './previews';

const PUT_BACK: ManualChangesChoice = { isKept: false, keep: null };
const PAGE: ManualChangesChoice = { isKept: true, keep: 'page' };

describe('the strategy', () => {
  it.each([
    ['nothing to keep', null, DEFAULT_CHOICE, { strategy: 'replace' }],
    ['nothing said', WITHOUT_CONFLICT, DEFAULT_CHOICE, { strategy: 'merge', keep: null }],
    ['everything to be put back', WITHOUT_CONFLICT, PUT_BACK, { strategy: 'replace' }],
    ['the page’s form to be kept', WITH_CONFLICT, PAGE, { strategy: 'merge', keep: 'page' }],
  ])('with %s', (_, merge, choice, strategy) => {
    expect(strategyOf(rollbackPreview({ merge }), choice)).toEqual(strategy);
  });
});

describe('the button', () => {
  const obstacles = [{ path: '/a', page: '1', wanted: '2', change: null }];

  it.each([
    ['a plain rollback', rollbackPreview({}), DEFAULT_CHOICE, true],
    ['a conflict that is open', rollbackPreview({ merge: WITH_CONFLICT }), DEFAULT_CHOICE, false],
    ['a conflict that is settled', rollbackPreview({ merge: WITH_CONFLICT }), PAGE, true],
    ['a conflict that is passed over', rollbackPreview({ merge: WITH_CONFLICT }), PUT_BACK, true],
    ['an undo', undoPreview({}), DEFAULT_CHOICE, true],
    ['an undo that is obstructed', undoPreview({ obstacles }), DEFAULT_CHOICE, false],
  ])('for %s is enabled: %#', (_, preview, choice, isEnabled) => {
    expect(isReady(preview, choice)).toBe(isEnabled);
  });
});
