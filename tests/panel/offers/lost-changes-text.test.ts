import { expect, it } from 'vitest';
import type { StateDifference } from '@/src/core/records/change';
import { lostChangesText } from '@/src/panel/offers/lost-changes-text';
import { readLostChanges } from '@/src/panel/offers/read-lost-changes';

it.each<[StateDifference['kind'][], string]>([
  [['added'], '1 unsaved rule is gone.'],
  [['added', 'added', 'added'], '3 unsaved rules are gone.'],
  [['removed'], '1 unsaved change to its rules is gone.'],
  [['added', 'modified'], '2 unsaved changes to its rules are gone.'],
])('describes lost changes %j', (kinds, text) => {
  expect(lostChangesText(kinds.map((kind, index) => ({ kind, text: `${index}` })))).toBe(
    `The page was reloaded: ${text}`,
  );
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
