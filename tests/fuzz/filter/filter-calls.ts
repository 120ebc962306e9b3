import fc from 'fast-check';
import { weighted } from '../arbitraries';
import {
  type FilterCall,
  type Kind,
  placesOf,
  type RuleArgs,
  type RulePlace,
  type RulesByProvider,
} from './filter-call';
import { noRules } from './patterns-around';

/** The providers of all catalogues here. */
export const PROVIDERS = ['custom_lab', 'openrouter'] as const;

const kinds = fc.constantFrom<Kind>('ignore', 'whitelist');
const providers = fc.constantFrom(...PROVIDERS);
const modes = fc.constantFrom('merge' as const, 'replace' as const);
const shows = fc.constantFrom('visible' as const, 'hidden' as const, 'kept' as const, 'unmatched' as const);

/** Calls of all tools for rules and models, with these patterns and rules. */
export function filterCalls(
  patterns: fc.Arbitrary<string>,
  before: RulesByProvider,
): fc.Arbitrary<FilterCall> {
  const places = placesOf(before);
  const known = places.map(({ pattern }) => pattern);
  const pattern = known.length === 0 ? patterns : fc.oneof(patterns, fc.constantFrom(...known));
  const sometimesWrong = weighted([30, pattern], [1, noRules]);
  const args = fc.record({ pattern: sometimesWrong, provider: providers }, { requiredKeys: ['pattern'] });
  return weighted(
    [4, fc.record({ tool: fc.constant('add_rule' as const), kind: kinds, args })],
    [2, removals(args, places)],
    [1, clearings],
    [6, manyRules(sometimesWrong)],
    [1, fc.record({ tool: fc.constant('get_models_matching_pattern' as const), args })],
    [1, listings],
  );
}

const clearings: fc.Arbitrary<FilterCall> = fc.record({
  tool: fc.constant('clear_all_rules' as const),
  kind: kinds,
  args: fc.record({ provider: providers }, { requiredKeys: [] }),
});

const listings: fc.Arbitrary<FilterCall> = fc.record({
  tool: fc.constant('list_models' as const),
  args: fc.record({ show: shows, provider: providers }, { requiredKeys: ['show'] }),
});

/** Removals, mostly of existing rules. */
function removals(args: fc.Arbitrary<RuleArgs>, places: readonly RulePlace[]): fc.Arbitrary<FilterCall> {
  const tool = 'remove_rule' as const;
  const any = fc.record({ tool: fc.constant(tool), kind: kinds, args });
  if (places.length === 0) return any;
  const present = fc
    .constantFrom(...places)
    .map(({ kind, pattern, provider }) => ({ tool, kind, args: { pattern, provider } }));
  return weighted([4, present], [1, any]);
}

function manyRules(pattern: fc.Arbitrary<string>): fc.Arbitrary<FilterCall> {
  const given = fc.array(pattern, { maxLength: 6 });
  const lists = { ignore: given, whitelist: given, mode: modes, provider: providers };
  const ruleSet = fc.record({
    provider: providers,
    ignore: fc.uniqueArray(pattern, { maxLength: 6 }),
    whitelist: weighted([9, fc.uniqueArray(pattern, { maxLength: 6 })], [1, given]),
  });
  const ruleSets = fc.uniqueArray(ruleSet, { minLength: 1, maxLength: 2, selector: (set) => set.provider });
  return fc.oneof(
    fc.record({
      tool: fc.constant('import_rules' as const),
      args: fc.record(lists, { requiredKeys: ['ignore', 'whitelist', 'mode'] }),
    }),
    fc.record({
      tool: fc.constant('preview_rules' as const),
      args: fc.record(lists, { requiredKeys: ['mode'] }),
    }),
    fc.record({ tool: fc.constant('apply_rules' as const), args: fc.record({ rule_sets: ruleSets }) }),
  );
}
