import { countModels } from './count-models';
import type { ModelFilterContext } from './model-filter-context';

/** Suggested messages about the models of the provider shown. */
export function suggestions(context: ModelFilterContext): string[] {
  const counts = countModels(context);
  if (counts === null || counts.total === 0) return [];
  const { hidden } = counts;
  const about =
    hidden === 0
      ? 'Which models are visible?'
      : `Which rules hide the ${hidden.toLocaleString('en-US')} hidden ${hidden === 1 ? 'model' : 'models'}?`;
  return ['Block preview models', about];
}
