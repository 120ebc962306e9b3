import { assertNever } from '../../../assert-never';
import type { ModelDecision, RuleKind } from '../../../filter/decide';
import type { PageState } from '../../state/page-state';
import { areModelsLoaded, decisionsOf, type RuleView, ruleViewsOf } from '../../state/page-view';
import { counted, figure } from '../counted';

const NAMED_MODELS = 5;

/** The content of a tooltip: a heading, a sentence, the first models concerned and the number of others. */
export interface Tip {
  heading: string;
  text: string;
  models: readonly string[];
  more: number;
}

/** The effect of a rule. Null if it no longer exists. */
export function ruleTip(state: PageState, kind: RuleKind, pattern: string): Tip | null {
  const rule = ruleViewsOf(state, kind).find((one) => one.pattern === pattern);
  if (!rule) return null;
  return {
    heading: pattern,
    text: areModelsLoaded(state) ? effectText(rule) : 'The models are not loaded',
    models: rule.decides.slice(0, NAMED_MODELS),
    more: Math.max(0, rule.decides.length - NAMED_MODELS),
  };
}

/** The status of a model with the deciding rule. Null if it no longer exists. */
export function modelTip(state: PageState, id: string): Tip | null {
  const model = decisionsOf(state).find((one) => one.id === id);
  return model ? { heading: id, text: decisionText(model), models: [], more: 0 } : null;
}

/** The whole tooltip as one sentence, for screen readers. */
export function tipSentence({ heading, text, models, more }: Tip): string {
  const names = [...models, ...(more > 0 ? [`and ${figure(more)} more`] : [])];
  return names.length === 0 ? `${heading}: ${text}` : `${heading}: ${text}: ${names.join(', ')}`;
}

function effectText({ kind, decides, matches }: RuleView): string {
  if (matches === 0) return 'No model matches this pattern';
  if (decides.length === 0) return `Matches ${counted(matches, 'model')} that other rules decide`;
  const decided = counted(decides.length, 'model');
  const effect = kind === 'ignore' ? `Hides ${decided}` : `Keeps ${decided} visible`;
  const others = matches - decides.length;
  return others === 0 ? effect : `${effect}; other rules decide ${others} more that it matches`;
}

function decisionText({ status, rule }: ModelDecision): string {
  switch (status) {
    case 'normal':
      return 'Visible: no rule matches it';
    case 'ignored':
      return `Hidden by the ignore rule ${rule?.pattern}`;
    case 'whitelisted':
      return `Kept visible by the whitelist rule ${rule?.pattern}`;
    default:
      return assertNever(status);
  }
}
