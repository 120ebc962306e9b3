import fc from 'fast-check';
import type { JsonObject } from '@/src/schema/values/json';
import { weighted } from '../arbitraries';
import { type RulesByProvider, toolName } from './filter-call';
import { filterCalls } from './filter-calls';
import { asData, catalogues, inViews, rulesAround } from './filter-case';
import type { Names } from './filter-rig';
import { patternsAround } from './patterns-around';

/** A call of a dry run. */
export interface DryRunCall {
  tool: string;
  args: JsonObject;
  /** By index: true if the user excludes that row. Surplus entries are ignored. */
  leavesOut: boolean[];
}

/** A catalogue, its saved rules, the page's rules, and a sequence of calls. */
export interface DryRunCase {
  names: Names;
  saved: RulesByProvider;
  drafts: RulesByProvider;
  inView: string;
  calls: DryRunCall[];
}

const leavesOut = fc.oneof(
  fc.constant<boolean[]>([]),
  fc.array(fc.boolean(), { minLength: 1, maxLength: 14 }),
  fc.constant(Array.from({ length: 100 }, () => true)),
);
const ofProvider = (tool: string, options: { requiredKeys?: [] }) =>
  fc.record({ tool: fc.constant(tool), args: fc.record({ provider: inViews }, options) });
const save: DryRunCall = { tool: 'save_changes', args: {}, leavesOut: [] };
const READING = ['preview_rules', 'get_models_matching_pattern', 'list_models'];

/** Sequences of one to four calls that change something, often ending in a save. */
export const dryRunCases: fc.Arbitrary<DryRunCase> = catalogues
  .chain((names) => {
    const patterns = patternsAround(names);
    const rules = rulesAround(patterns, 5);
    return fc.tuple(rules, rules).chain(([saved, others]) =>
      fc.record({
        names: fc.constant(names),
        saved: fc.constant(saved),
        drafts: fc.oneof(fc.constant(saved), fc.constant(others)),
        inView: inViews,
        calls: fc
          .tuple(
            fc.array(changingCalls(patterns, others), { minLength: 1, maxLength: 3 }),
            fc.constantFrom([], [save]),
          )
          .map((parts) => parts.flat()),
      }),
    );
  })
  .map(asData);

function changingCalls(patterns: fc.Arbitrary<string>, rules: RulesByProvider): fc.Arbitrary<DryRunCall> {
  const ruleCalls = filterCalls(patterns, rules)
    .filter(({ tool }) => !READING.includes(tool))
    .map((call) => ({ tool: toolName(call), args: call.args }));
  return fc
    .tuple(
      weighted(
        [12, ruleCalls],
        [2, ofProvider('discard_changes', { requiredKeys: [] })],
        [1, ofProvider('switch_provider', {})],
        [1, ofProvider('refresh_models', { requiredKeys: [] })],
      ),
      leavesOut,
    )
    .map(([{ tool, args }, leftOut]) => ({ tool, args: args as unknown as JsonObject, leavesOut: leftOut }));
}
