import { decideModels, isVisible } from './decide-models';
import { loadedModels, type ModelFilterContext, rulesOf } from './model-filter-context';

/** Numbers of the models of the provider shown. */
export interface ModelCounts {
  total: number;
  hidden: number;
}

/** Counts by context. Page line and suggestions of one reading need the same, and deciding many models takes time. */
const counted = new WeakMap<ModelFilterContext, ModelCounts>();

/** Counts the models of the provider shown; null if they aren't loaded. */
export function countModels(context: ModelFilterContext): ModelCounts | null {
  const ids = loadedModels(context, context.provider);
  if (context.loading || context.error !== null || ids === null) return null;
  const known = counted.get(context);
  if (known !== undefined) return known;
  const models = decideModels(ids, rulesOf(context.drafts, context.provider));
  const counts = {
    total: ids.length,
    hidden: models.filter(({ status }) => !isVisible(status)).length,
  };
  counted.set(context, counts);
  return counts;
}
