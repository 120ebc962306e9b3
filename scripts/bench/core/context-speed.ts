import { decideModels } from '@/src/adapters/model-filter/decide-models';
import { diffContext } from '@/src/adapters/model-filter/diff';
import {
  type ModelFilterContext,
  restorableState,
  rulesOf,
} from '@/src/adapters/model-filter/model-filter-context';
import { hashJson } from '@/src/core/hash';
import type { BenchRow } from '../bench-row';
import { pairRow } from '../measure';
import { joinedRegex, largeContext, PLAIN_MIX, type RuleMix, TYPICAL_MIX } from './large-context';

/** Measures the processing of the page's state at each reading, for a page far larger than real ones. */
export async function contextSpeedRows(): Promise<BenchRow[]> {
  return [
    await contextSpeedRow('10,000 models, 500 rules: statuses, hash, diff', TYPICAL_MIX, [
      'Of the rules 29 % are exact names, 29 % beginnings, 21 % parts, 14 % ends, 7 % with a ? inside.',
      'Rules are compiled in the time that is measured; the regex is compiled before.',
    ]),
    await contextSpeedRow('the same, all rules names or beginnings', PLAIN_MIX, [
      'One regex is quickest at these rules, so this is the hardest comparison.',
    ]),
  ];
}

function contextSpeedRow(what: string, mix: RuleMix, notes: string[]): Promise<BenchRow> {
  const before = largeContext(10_000, 500, mix);
  const { provider } = before;
  const rules = rulesOf(before.drafts, provider);
  const changed = { ...rules, ignore: ['one-rule-more', ...rules.ignore.slice(1)] };
  const after: ModelFilterContext = { ...before, drafts: { [provider]: changed } };
  const idsOf = ({ models }: ModelFilterContext) => models[provider] ?? [];
  const decide = (context: ModelFilterContext) =>
    decideModels(idsOf(context), rulesOf(context.drafts, provider));
  const regex = joinedRegex(changed);
  // The comparison would be meaningless if both did not compute the same.
  const differing = decide(after).find(({ id, rule }) => regex.test(id) !== (rule !== null));
  if (differing !== undefined) throw new Error(`rules and regex disagree about ${differing.id}`);
  // Parsed again in each round, as for a real page, so that two readings share no object.
  const text = JSON.stringify([before, after]);
  return pairRow({
    what,
    against: 'one pass of one compiled regex of all rules over the same ids',
    atMost: 3,
    notes,
    rounds: 40,
    warmUpRounds: 20,
    prepare: (): [ModelFilterContext, ModelFilterContext] => JSON.parse(text),
    measured: ([previous, next]) => [
      decide(next),
      hashJson(restorableState(next)),
      diffContext(previous, next, 0),
    ],
    baseline: ([, next]) => idsOf(next).filter((id) => regex.test(id)).length,
  });
}
