import { type DecidedModel, decideModels, isVisible } from './decide-models';
import { createMatcher } from './matcher';
import type { RuleKind, RuleSet } from './model-filter-context';
import { countOf } from './sentence-parts';

/** Whose visibility changes between two decisions about the same models, by name. */
export interface VisibilityChange {
  newlyHidden: string[];
  broughtBack: string[];
}

export function visibilityChange(ids: readonly string[], before: RuleSet, after: RuleSet): VisibilityChange {
  const earlier = decideModels(ids, before);
  const later = decideModels(ids, after);
  const changed = (toVisible: boolean) =>
    later
      .filter((model, index) => {
        const was = earlier[index];
        return (
          was !== undefined && isVisible(was.status) !== toVisible && isVisible(model.status) === toVisible
        );
      })
      .map((model) => model.name);
  return { newlyHidden: changed(false), broughtBack: changed(true) };
}

/** The names of the models that a rule decides. */
export function namesDecidedBy(
  ids: readonly string[],
  rules: RuleSet,
  kind: RuleKind,
  pattern: string,
): string[] {
  const isDecidedByIt = ({ rule }: DecidedModel) => rule?.kind === kind && rule.pattern === pattern;
  return decideModels(ids, rules)
    .filter(isDecidedByIt)
    .map((model) => model.name);
}

/** What adding a rule did, as the end of a sentence. `decided`: models that the rule now decides. */
export function additionEffect(
  kind: RuleKind,
  pattern: string,
  ids: readonly string[],
  decided: number,
  change: VisibilityChange,
): string {
  if (decided === 0) {
    const matcher = createMatcher(pattern);
    const matches = ids.filter((id) => matcher.matchesModel(id)).length;
    return matches === 0
      ? 'it matches no model at present'
      : `it changes nothing, because other rules decide the ${countOf(matches, 'model')} that it matches`;
  }
  const changed = kind === 'ignore' ? change.newlyHidden.length : change.broughtBack.length;
  const verb = kind === 'ignore' ? 'hidden' : 'brought back';
  if (changed === decided) return `${countOf(decided, 'model')} ${verb}`;
  const holds = kind === 'ignore' ? 'hides' : 'keeps';
  return `it ${holds} ${countOf(decided, 'model')}, ${changed === 0 ? 'none' : changed} of them newly ${verb}`;
}

/** What removing a rule did, as the end of a sentence. `decided`: models that the rule decided before. */
export function removalEffect(kind: RuleKind, decided: number, change: VisibilityChange): string {
  if (decided === 0) return 'it decided no model';
  const changed = kind === 'ignore' ? change.broughtBack.length : change.newlyHidden.length;
  const verb = kind === 'ignore' ? 'visible again' : 'hidden now';
  if (changed === decided) return `${countOf(decided, 'model')} ${verb}`;
  const rest = kind === 'ignore' ? 'hidden by other rules' : 'visible';
  if (changed === 0) {
    return `the ${countOf(decided, 'model')} that it decided ${decided === 1 ? 'stays' : 'stay'} ${rest}`;
  }
  const others = decided - changed === 1 ? 'the other stays' : 'the others stay';
  return `${changed} of the ${countOf(decided, 'model')} that it decided ${changed === 1 ? 'is' : 'are'} ${verb}, ${others} ${rest}`;
}
