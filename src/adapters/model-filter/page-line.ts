import type { PageLine } from '@/src/core/adapter/adapter-definition';
import { joinWithAnd } from '@/src/core/in-words';
import { countOf } from '../kit/tool-results';
import { countModels } from './count-models';
import { type ModelFilterContext, unsavedProviders } from './model-filter-context';

/** The panel's one line about the page. */
export function pageLine(context: ModelFilterContext): PageLine {
  return {
    title: 'Model filter',
    facts: [context.provider, ...modelFacts(context)],
    unsaved: unsavedProviders(context).length > 0,
  };
}

function modelFacts(context: ModelFilterContext): string[] {
  if (context.loading) return ['loading models'];
  if (context.error !== null) return ['models could not be loaded'];
  const counts = countModels(context);
  if (counts === null) return ['loading models'];
  return [countOf(counts.total, 'model'), `${counts.hidden.toLocaleString('en-US')} hidden`];
}

/** A sentence that names the providers with unsaved changes; null if there are none. */
export function unsavedNote(context: ModelFilterContext): string | null {
  const providers = unsavedProviders(context);
  if (providers.length === 0) return null;
  return `The saved file still differs from the page for ${joinWithAnd(providers)}.`;
}
