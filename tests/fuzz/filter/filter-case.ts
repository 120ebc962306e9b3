import fc from 'fast-check';
import type { FilterCall, RulesByProvider } from './filter-call';
import { filterCalls, PROVIDERS } from './filter-calls';
import type { Names } from './filter-rig';
import { nameLists } from './names-arbitrary';
import { patternsAround } from './patterns-around';

/** A catalogue, its saved rules, and a call. */
export interface FilterCase {
  names: Names;
  before: RulesByProvider;
  /** The provider that the page shows. */
  inView: string;
  call: FilterCall;
}

export const inViews = fc.constantFrom(...PROVIDERS);
export const catalogues = fc.record({ custom_lab: nameLists, openrouter: nameLists });

/** Cases with small catalogues whose names and patterns are similar. */
export const filterCases: fc.Arbitrary<FilterCase> = catalogues
  .chain((names) => {
    const patterns = patternsAround(names);
    return rulesAround(patterns, 5).chain((before) =>
      fc.record({
        names: fc.constant(names),
        before: fc.constant(before),
        inView: inViews,
        call: filterCalls(patterns, before),
      }),
    );
  })
  .map(asData);

/** A catalogue, and two states of its page. */
export const filterStates = catalogues
  .chain((names) => {
    const state = fc.record({
      provider: inViews,
      drafts: rulesAround(patternsAround(names), 6),
      search: fc.string({ unit: 'grapheme', maxLength: 8 }),
    });
    return fc.record({ names: fc.constant(names), states: fc.tuple(state, state) });
  })
  .map(asData);

/** Rules for both providers, without those that have none. */
export function rulesAround(
  patterns: fc.Arbitrary<string>,
  maxLength: number,
): fc.Arbitrary<RulesByProvider> {
  const list = fc.uniqueArray(patterns, { maxLength });
  const rules = fc.record({ ignore: list, whitelist: list });
  return fc
    .record({ custom_lab: rules, openrouter: rules })
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).filter(([, { ignore, whitelist }]) => ignore.length + whitelist.length > 0),
      ),
    );
}

/** Converts to plain data: many objects of fast-check have no prototype. */
export function asData<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
