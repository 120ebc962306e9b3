import { assertNever } from '../../assert-never';
import type { ModelDecision, RuleKind } from '../../filter/decide';
import type { AddOutcome } from '../../filter/rules';
import type { RuleView } from '../state/page-view';

/** Most models that a tooltip names. */
const NAMED_MODELS = 5;

/** The titles of the two lists. */
export const RULE_LIST_TITLES: Record<RuleKind, string> = {
  ignore: 'Ignore rules',
  whitelist: 'Whitelist rules',
};

/** Formats a number with thousands separators: "10,000". Always in English, like the whole page. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a number with its noun: "1 model", "14 models". */
export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The current effect of a rule, in two or three words. */
export function ruleEffect({ kind, decides }: Pick<RuleView, 'kind' | 'decides'>): string {
  if (decides.length === 0) return 'no effect now';
  return `${kind === 'ignore' ? 'hides' : 'keeps'} ${figure(decides.length)}`;
}

/** The tooltip of a rule: its effect, and the first models that it decides. */
export function ruleTip({ kind, decides, matches }: RuleView): string {
  if (matches === 0) return 'No models match this pattern';
  if (decides.length === 0) return `Matches ${counted(matches, 'model')} that other rules decide`;
  const decided = counted(decides.length, 'model');
  const effect = kind === 'ignore' ? `Hides ${decided}` : `Keeps ${decided} visible`;
  const others = matches - decides.length;
  const rest = others === 0 ? '' : `; other rules decide ${figure(others)} more that it matches`;
  const more = decides.length - NAMED_MODELS;
  const named = decides.slice(0, NAMED_MODELS);
  return [effect + rest, ...named, ...(more > 0 ? [`and ${figure(more)} more`] : [])].join('\n');
}

/** The tooltip of a model: its id, and the rule that decides it. */
export function modelTip({ id, status, rule }: ModelDecision): string {
  const texts = {
    normal: 'Visible: no rule matches it',
    ignored: `Hidden by the ignore rule ${rule?.pattern}`,
    whitelisted: `Kept visible by the whitelist rule ${rule?.pattern}`,
  };
  return `${id}\n${texts[status]}`;
}

/** Describes the outcome of a pattern; null if the list already shows it. */
export function outcomeText(outcome: AddOutcome): string | null {
  const { pattern } = outcome;
  switch (outcome.kind) {
    case 'added': {
      const replaced = outcome.replaced.map((older) => `“${older}”`).join(', ');
      return replaced === '' ? null : `“${pattern}” replaces ${replaced}, which it covers.`;
    }
    case 'covered':
      return `Not added: “${pattern}” is already covered by “${outcome.by}”.`;
    case 'duplicate':
      return `Not added: “${pattern}” is already in the list.`;
    case 'invalid':
      return `Not added: ${outcome.problem}`;
    default:
      return assertNever(outcome);
  }
}
