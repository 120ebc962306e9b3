import { decideModels } from '@/src/adapters/model-filter/decide-models';
import { diffContext } from '@/src/adapters/model-filter/diff';
import {
  type ModelFilterContext,
  restorableState,
  rulesOf,
} from '@/src/adapters/model-filter/model-filter-context';
import { hashJson } from '@/src/core/hash';
import { atMost, type BenchRow } from '../bench-row';
import { pairRow } from '../measure';
import { joinedRegex, largeContext, PLAIN_MIX, type RuleMix, TYPICAL_MIX } from './large-context';

const MODELS = 10_000;
const RULES = 500;

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
  const before = largeContext(MODELS, RULES, mix);
  const rules = rulesOf(before.drafts, before.provider);
  const after: ModelFilterContext = {
    ...before,
    drafts: { [before.provider]: { ...rules, ignore: ['one-rule-more', ...rules.ignore.slice(1)] } },
  };
  const regex = joinedRegex(rulesOf(after.drafts, after.provider));
  assertAgreement(regex, after);
  // Parsed again in each round, as for a real page, so that two readings share no object.
  const texts = [JSON.stringify(before), JSON.stringify(after)] as const;
  return pairRow({
    what,
    against: 'one pass of one compiled regex of all rules over the same ids',
    goal: atMost(3),
    notes,
    rounds: 40,
    warmUpRounds: 20,
    prepare: () => ({ previous: parsed(texts[0]), next: parsed(texts[1]) }),
    measured: ({ previous, next }) => [
      decideModels(idsOf(next), rulesOf(next.drafts, next.provider)),
      hashJson(restorableState(next)),
      diffContext(previous, next, 0),
    ],
    baseline: ({ next }) => idsOf(next).filter((id) => regex.test(id)).length,
  });
}

/** Throws unless both compute the same result, because the comparison would be meaningless. */
function assertAgreement(regex: RegExp, context: ModelFilterContext): void {
  const models = decideModels(idsOf(context), rulesOf(context.drafts, context.provider));
  const differing = models.find(({ id, rule }) => regex.test(id) !== (rule !== null));
  if (differing !== undefined) throw new Error(`rules and regex disagree about ${differing.id}`);
}

function idsOf(context: ModelFilterContext): string[] {
  return context.models[context.provider] ?? [];
}

function parsed(text: string): ModelFilterContext {
  return JSON.parse(text) as ModelFilterContext;
}
