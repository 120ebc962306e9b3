import { assertNever } from '../assert-never';
import type { PatternChoice } from './choose-pattern';
import type { PageView } from './page-view';
import { type PlanItem, problem } from './plan-item';
import { code, count, nameList, plain } from './sentence';

type ChosenPattern = Extract<PatternChoice, { kind: 'chosen' }>;

/** Why this pattern was chosen, as a sentence. */
export function reasonFor(choice: ChosenPattern, total: number): string {
  const pattern = code(choice.pattern);
  const { length } = choice.carriers;
  switch (choice.how) {
    case 'as-given':
      return `The pattern ${pattern} is given as it is; it matches ${choice.matches.length} of ${count(total, 'model')}.`;
    case 'exact':
      return `"${choice.named}" is the name of one model, so the pattern is ${pattern}.`;
    case 'everything':
      return `Everything is meant: all ${count(total, 'model')}, so the pattern is ${pattern}.`;
    case 'family': {
      const more = choice.matches.length - length;
      const extra = more > 0 ? ` (and ${more} more that it matches too)` : '';
      const carry = length === 1 ? 'carries' : 'carry';
      return `The request names the family "${choice.named}". ${length} of ${count(total, 'model')} ${carry} it, so ${pattern} fits${extra}.`;
    }
    default:
      return assertNever(choice.how);
  }
}

/** The words named no model of this provider. */
export function noModel(named: string, near: readonly string[], provider: string): PlanItem {
  const text = `I found no model with "${plain(named)}" in its name on ${code(provider)}, so I left that part alone.`;
  const hint = near.length === 0 ? '' : ` Near names: ${nameList(near)}. Name one of them if you mean it.`;
  return { kind: 'problem', text: text + hint, noMatch: { named, provider } };
}

/** Nothing was named that could be looked for. */
export function unnamedProblem(): PlanItem {
  return problem(
    'I can’t tell which models you mean. Name them, for example "block all preview models" or "allow `gpt-4o*`".',
  );
}

/** Models by age are asked for where only names will do. */
export function newestProblem(): PlanItem {
  return problem(
    'By age I can only do one thing: hide all but the newest. Write, for example, "only the newest of each family".',
  );
}

/** Why a pattern has to be looked up before anything can be done with it. */
export function lookupReason(pattern: string, { provider, models }: PageView): string {
  return models.kind === 'elsewhere'
    ? `The page shows another provider, so I look up ${code(pattern)} on ${code(provider)} first.`
    : `There are too many models to be listed to me, so I look up ${code(pattern)} first.`;
}
