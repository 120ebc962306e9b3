import { expect, it } from 'vitest';
import { lostChangesText } from '@/src/panel/conversation/reversals/lost-changes-text';
import { readLostChanges } from '@/src/panel/conversation/reversals/read-lost-changes';

it.each([
  [1, 'The page was reloaded: 1 unsaved change is gone.'],
  [3, 'The page was reloaded: 3 unsaved changes are gone.'],
])('describes %i lost changes', (amount, text) => {
  expect(lostChangesText(amount)).toBe(text);
});

it.each<[string, unknown, boolean]>([
  ['nothing', undefined, false],
  ['null', null, false],
  ['a text', 'x', false],
  ['an incomplete offer', { stateHash: 'h' }, false],
  ['an offer', { stateHash: 'h', differences: [] }, true],
])('recognizes %s as an offer or not', (_, stored, isOffer) => {
  expect(readLostChanges(stored)).toBe(isOffer ? stored : null);
});
