import { createContext, useContext } from 'react';
import type { RuleView } from '../state/page-view';

/** Ways from a model to its rule and back, over the borders of panes and lists. */
export interface Navigation {
  /** Scrolls to the first of these models that the search lets through; says so when it lets none through. */
  showModels(ids: readonly string[]): void;
  /** Scrolls a rule list to a rule. The page itself stays where it is. */
  showRule(rule: Pick<RuleView, 'kind' | 'index'>): void;
  /** As showRule, and puts the keyboard on the rule. */
  focusRule(rule: Pick<RuleView, 'kind' | 'index'>): void;
}

export const NavigationContext = createContext<Navigation | null>(null);

/** Throws outside the filter page. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('useNavigation needs a NavigationContext around it.');
  return navigation;
}
