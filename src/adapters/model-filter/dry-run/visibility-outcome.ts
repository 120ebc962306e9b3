import { type DecidedModel, decideModels, isVisible } from '../decide-models';
import { type RulesByProvider, rulesOf } from '../model-filter-context';
import { ruleLabel } from '../sentence-parts';
import { type IdleRule, type ListedRule, rulesDecidingNone, withReasons } from '../tools/rule-effect';
import type { MemoryPage } from './memory-page';

/** The effect of changed rules on the models of one provider. */
export interface ProviderOutcome {
  provider: string;
  /** Models with their status by the new rules. */
  newlyHidden: DecidedModel[];
  broughtBack: DecidedModel[];
  /** Number of models whose visibility stays the same. */
  unchanged: number;
  /** Rules that decide no model now, but did before or are new. */
  idle: IdleRule[];
}

/** The effect of changed rules on the models of all providers whose rules differ. */
export interface VisibilityOutcome {
  providers: ProviderOutcome[];
  /** Providers whose models could not be loaded. */
  unknown: string[];
}

/**
 * Compares the decisions of two rule maps on the models of these providers. Models that aren't loaded yet are
 * fetched.
 */
export async function visibilityOutcome(
  providers: readonly string[],
  [before, after]: readonly [RulesByProvider, RulesByProvider],
  page: MemoryPage,
): Promise<VisibilityOutcome> {
  const outcome: VisibilityOutcome = { providers: [], unknown: [] };
  for (const provider of providers) {
    const ids = await page.modelsOf(provider);
    if (ids === null) outcome.unknown.push(provider);
    else outcome.providers.push(providerOutcome(provider, ids, [before, after]));
  }
  return outcome;
}

function providerOutcome(
  provider: string,
  ids: readonly string[],
  [before, after]: readonly [RulesByProvider, RulesByProvider],
): ProviderOutcome {
  const rules = { before: rulesOf(before, provider), after: rulesOf(after, provider) };
  const earlier = decideModels(ids, rules.before);
  const later = decideModels(ids, rules.after);
  // A model that no earlier rule decided is visible.
  const wasVisible = (index: number) => isVisible(earlier[index]?.status ?? 'normal');
  const newlyHidden = later.filter(({ status }, index) => wasVisible(index) && !isVisible(status));
  const broughtBack = later.filter(({ status }, index) => !wasVisible(index) && isVisible(status));
  const labelOf = ({ kind, pattern }: ListedRule) => ruleLabel(kind, pattern);
  const idleBefore = new Set(rulesDecidingNone(earlier, rules.before).map(labelOf));
  const idle = rulesDecidingNone(later, rules.after).filter((rule) => !idleBefore.has(labelOf(rule)));
  return {
    provider,
    newlyHidden,
    broughtBack,
    unchanged: ids.length - newlyHidden.length - broughtBack.length,
    idle: withReasons(idle, later),
  };
}
