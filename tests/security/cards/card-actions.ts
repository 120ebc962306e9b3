import fc from 'fast-check';
import { ofKind, weighted } from '@/tests/fuzz/arbitraries';
import type { KeyStroke } from './input-simulator';

/** One action on a panel with an approval card. */
export type CardAction =
  | { kind: 'key'; stroke: KeyStroke }
  /** The key is pressed once and repeats while it is held. */
  | { kind: 'hold'; stroke: KeyStroke; times: number }
  | { kind: 'click'; on: ClickPlace }
  | { kind: 'pass'; ms: number }
  /** An approval request arrives. */
  | { kind: 'request'; isSet: boolean }
  | { kind: 'request withdrawn' }
  /** The page that the request is about changes, to a new state or back to an earlier one. */
  | { kind: 'page'; to: number }
  /** The page changes, then changes back. */
  | { kind: 'flicker'; ms: number };

export type ClickPlace =
  | 'composer'
  | 'conversation'
  | 'request'
  | 'approve'
  | 'only the first'
  | 'refuse'
  | 'back'
  | 'check box'
  | 'more';

const keys = weighted(
  [4, fc.constant('Tab')],
  [6, fc.constant('Enter')],
  [2, fc.constantFrom(' ', 'Escape')],
  [2, fc.constantFrom('y', 'ß', '7', 'Backspace', 'Delete', 'Dead', 'Process')],
  [1, fc.constantFrom('ArrowDown', 'Home', 'Control', 'Shift')],
);

const stroke: fc.Arbitrary<KeyStroke> = fc
  .tuple(keys, fc.nat(9), fc.nat(19))
  .map(([key, roll, composing]) => ({
    key,
    ...(key === 'Tab'
      ? { shiftKey: roll < 5 }
      : roll < 5
        ? { ctrlKey: true }
        : roll < 6
          ? { metaKey: true }
          : {}),
    ...(composing === 0 ? { isComposing: true } : {}),
  }));

const places = fc.constantFrom<ClickPlace>(
  'composer',
  'conversation',
  'request',
  'approve',
  'approve',
  'only the first',
  'refuse',
  'back',
  'check box',
  'more',
);

const action: fc.Arbitrary<CardAction> = weighted(
  [8, ofKind('key', { stroke })],
  [1, ofKind('hold', { stroke, times: fc.integer({ min: 1, max: 9 }) })],
  [3, ofKind('click', { on: places })],
  [6, ofKind('pass', { ms: fc.constantFrom(30, 100, 300, 590, 600, 700) })],
  [1, ofKind('request', { isSet: fc.boolean() })],
  [1, ofKind('page', { to: fc.nat(2) })],
  [1, ofKind('flicker', { ms: fc.constantFrom(0, 100, 700) })],
  [1, ofKind('request withdrawn', {})],
);

/**
 * A few different actions in random order, so that defects that need several equal actions are likely to
 * occur.
 */
const narrow: fc.Arbitrary<CardAction[]> = fc
  .array(action, { minLength: 1, maxLength: 3 })
  .chain((some) =>
    fc.array(
      fc.constantFrom<CardAction>(
        ...some,
        { kind: 'key', stroke: { key: 'Enter', ctrlKey: true } },
        { kind: 'pass', ms: 700 },
      ),
      { minLength: 1, maxLength: 16 },
    ),
  );

/** An approval request arrives wherever the focus is, followed by random actions. */
export const cardActions: fc.Arbitrary<CardAction[]> = fc
  .tuple(
    fc.array(action, { maxLength: 3 }),
    fc.boolean(),
    fc.oneof(fc.array(action, { minLength: 1, maxLength: 24 }), narrow),
  )
  .map(([before, isSet, after]) => [...before, { kind: 'request', isSet }, ...after]);
