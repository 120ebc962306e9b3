import { createContext, useContext } from 'react';
import type { RuleView } from '../state/page-view';

/** Navigation between models and rules across panes and lists. */
export interface Navigation {
  /** Scrolls to the first of these models that matches the search; shows a message if none does. */
  showModels(ids: readonly string[]): void;
  /** Scrolls a rule list to a rule, without scrolling the page. */
  showRule(rule: Pick<RuleView, 'kind' | 'index'>): void;
  /** As showRule, and focuses the rule. */
  focusRule(rule: Pick<RuleView, 'kind' | 'index'>): void;
}

export const NavigationContext = createContext<Navigation | null>(null);

/** Throws outside the filter page. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('useNavigation needs a NavigationContext around it.');
  return navigation;
}
