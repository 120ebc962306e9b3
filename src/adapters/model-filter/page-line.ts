import type { PageLine } from '@/src/core/adapter/adapter-definition';
import { joinWithAnd } from '@/src/core/in-words';
import { countOf } from '../kit/tool-results';
import { decideModels, isVisible } from './decide-models';
import { loadedModels, type ModelFilterContext, rulesOf, unsavedProviders } from './model-filter-context';

/** The line about the page in the panel. */
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

/** Suggested messages about the models of the provider in view. */
export function suggestions(context: ModelFilterContext): string[] {
  const counts = countModels(context);
  if (counts === null) return [];
  const { total, hidden, previews } = counts;
  return [
    ...(previews === 0 ? [] : [`Hide ${countOf(previews, 'preview model')}`]),
    ...(hidden === 0 ? [] : [`Which rules hide the ${countOf(hidden, 'hidden model')}?`]),
    ...(hidden === 0 && total > 1 ? [`Which of the ${countOf(total, 'model')} are outdated?`] : []),
  ];
}

interface ModelCounts {
  total: number;
  hidden: number;
  /** Number of visible models with "preview" in their ids. */
  previews: number;
}

/** Cache by context: page line and suggestions need the same counts, and deciding many models takes time. */
const counted = new WeakMap<ModelFilterContext, ModelCounts>();

/** Counts the models of the provider in view; null if they are not loaded. */
function countModels(context: ModelFilterContext): ModelCounts | null {
  const ids = loadedModels(context, context.provider);
  if (context.loading || context.error !== null || ids === null) return null;
  const known = counted.get(context);
  if (known !== undefined) return known;
  const models = decideModels(ids, rulesOf(context.drafts, context.provider));
  const counts = {
    total: ids.length,
    hidden: models.filter(({ status }) => !isVisible(status)).length,
    previews: models.filter(({ id, status }) => id.includes('preview') && isVisible(status)).length,
  };
  counted.set(context, counts);
  return counts;
}
