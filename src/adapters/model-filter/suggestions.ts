import { decideModels, isVisible } from './decide-models';
import { loadedModels, type ModelFilterContext, rulesOf } from './model-filter-context';

/** Suggested messages about the models of the provider shown. */
export function suggestions(context: ModelFilterContext): string[] {
  const ids = context.loading || context.error !== null ? null : loadedModels(context, context.provider);
  if (ids === null || ids.length === 0) return [];
  const models = decideModels(ids, rulesOf(context.drafts, context.provider));
  const hidden = models.filter(({ status }) => !isVisible(status)).length;
  const about =
    hidden === 0
      ? 'Which models are visible?'
      : `Which rules hide the ${hidden.toLocaleString('en-US')} hidden ${hidden === 1 ? 'model' : 'models'}?`;
  return ['Block preview models', about];
}
