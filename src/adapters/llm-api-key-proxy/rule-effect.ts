import { countOf } from '../kit/tool-results';
import { differingProviders, RULE_KINDS, rulesOf } from '../model-filter/model-filter-context';
import { decideListed, isHidden, type ListedModel } from './decide-listed';
import type { LlmProxyContext } from './proxy-context';

/** The effect that a change of saved rules has after a restart, on the models that clients get at present. */
export interface RuleEffect {
  /** Their rules hide them from then on, and didn't before. */
  newlyHidden: ListedModel[];
  /** The rules before would have hidden them after a restart. */
  stayListed: ListedModel[];
  /** The number of models for which the saved rules decide as before. */
  unchanged: number;
}

/** The effect between two contexts with the same models. */
export function effectBetween(before: LlmProxyContext, after: LlmProxyContext): RuleEffect {
  const earlier = decideListed(before);
  const later = decideListed(after);
  const changed = (toHidden: boolean) =>
    later.filter((model, index) => {
      const was = earlier[index];
      return was !== undefined && isHidden(was) !== toHidden && isHidden(model) === toHidden;
    });
  const [newlyHidden, stayListed] = [changed(true), changed(false)];
  return { newlyHidden, stayListed, unchanged: later.length - newlyHidden.length - stayListed.length };
}

/** True if the change may bring back models that the proxy hides now. None of them is listed anywhere. */
export function mayBringBack(before: LlmProxyContext, after: LlmProxyContext): boolean {
  return differingProviders(before.filters, after.filters).some((provider) => {
    const [was, is] = [rulesOf(before.filters, provider), rulesOf(after.filters, provider)];
    const isUnhidden = was.ignore.some((rule) => !is.ignore.includes(rule));
    return isUnhidden || is.whitelist.some((rule) => !was.whitelist.includes(rule));
  });
}

/** The lists that had rules and have none any more, e.g. "the ignore list of openai". */
export function emptiedLists(before: LlmProxyContext, after: LlmProxyContext): string[] {
  return differingProviders(before.filters, after.filters).flatMap((provider) =>
    RULE_KINDS.filter(
      (kind) =>
        rulesOf(before.filters, provider)[kind].length > 0 &&
        rulesOf(after.filters, provider)[kind].length === 0,
    ).map((kind) => `the ${kind} list of ${provider}`),
  );
}

/** The effect as the end of a sentence. `isListed`: false if the server doesn't list its models. */
export function effectInWords({ newlyHidden, stayListed }: RuleEffect, isListed: boolean): string {
  if (!isListed) return 'its effect is unknown, since the server doesn’t list its models now';
  const parts = [
    ...(newlyHidden.length === 0 ? [] : [`hides ${countOf(newlyHidden.length, 'listed model')}`]),
    ...(stayListed.length === 0 ? [] : [`lets ${countOf(stayListed.length, 'listed model')} stay`]),
  ];
  return parts.length === 0 ? 'hides no other listed model' : parts.join(' and ');
}

/** When clients notice a change, and what doesn't help: the proxy builds its rules once, when it starts. */
export const AFTER_RESTART =
  'The proxy applies it after a restart; “Reload Proxy” and POST /v1/admin/reload answer success, but don’t.';

/** Said when a change may bring models back. */
export const NOT_LISTED =
  'Models that the proxy hides now are in no list of its API, so those that come back can’t be named.';

/** Said when lists were emptied. */
export function emptiedNote(lists: readonly string[]): string {
  return `Until then the process keeps the old rules of ${lists.join(' and ')}.`;
}
