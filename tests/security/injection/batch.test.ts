// @vitest-environment node
import { expect, it } from 'vitest';
import { PAYLOAD_FAMILIES } from '../payload-families';
import { makeBatches } from './batch';
import { CHANNELS_PAGE_PLACES } from './channels-page-places';
import { PLACES } from './places';
import { TOOL_PAGE_PLACES } from './tool-page-places';

/** The default number of cases of the suite. */
const RUNS = 10_000;
const ALL = [...PLACES, ...TOOL_PAGE_PLACES, ...CHANNELS_PAGE_PLACES];

function casesByPlace(): Map<string, number> {
  const counts = new Map(ALL.map(({ name }) => [name, 0]));
  for (const { cases } of makeBatches(RUNS, () => 0))
    for (const { place } of cases) counts.set(place.name, (counts.get(place.name) ?? 0) + 1); // Each place is known.
  return counts;
}

it('a long run has every case, at each place once with every family, and more at the places that came last', () => {
  const counts = casesByPlace();
  const newer = ALL.filter((place) => place.isFrequent || CHANNELS_PAGE_PLACES.includes(place));
  const few = (places: typeof ALL, least: number) =>
    places.filter(({ name }) => (counts.get(name) ?? 0) < least).map(({ name }) => name);

  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(RUNS);
  expect(few(newer, 200)).toEqual([]);
  expect(few(ALL, PAYLOAD_FAMILIES.length)).toEqual([]);
});
