import type { RuleSets } from '@/playground/filter/rule-sets';
import type { PageAction } from '@/playground/page/state/page-action';
import { INITIAL_PAGE_STATE, type PageState } from '@/playground/page/state/page-state';
import { reducePage } from '@/playground/page/state/reduce-page';
import { MODELS } from '../start-page';

/** The state of a page with these saved rules, and openai in view with its models, after these actions. */
export function loadedPage(saved: RuleSets, ...actions: PageAction[]): PageState {
  const providers = [
    { name: 'openai', count: 4 },
    { name: 'gemini', count: 3 },
  ];
  const loading: PageAction[] = [
    { type: 'catalogue-loaded', instanceId: 'here', providers, saved },
    { type: 'models-requested', provider: 'openai', request: 1 },
    { type: 'models-loaded', provider: 'openai', request: 1, models: MODELS.openai },
  ];
  return [...loading, ...actions].reduce(reducePage, INITIAL_PAGE_STATE);
}
