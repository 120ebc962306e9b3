import { decideModels, isVisible } from '@/src/adapters/kit/rules/decide-models';
import { type RuleKind, rulesOf } from '@/src/adapters/kit/rules/provider-rules';
import {
  loadedModels,
  type ModelFilterContext,
  unsavedProviders,
} from '@/src/adapters/model-filter/model-filter-context';
import type { JsonObject } from '@/src/schema/values/json';

/** A naive JSON encoding of the context, which spells out every field. */
export function naiveContext(context: ModelFilterContext): JsonObject {
  const rules = rulesOf(context.drafts, context.provider);
  const models = decideModels(loadedModels(context, context.provider) ?? [], rules);
  const listed = (kind: RuleKind) =>
    rules[kind].map((pattern, index) => {
      const affected = models.filter(({ rule }) => rule?.kind === kind && rule.index === index);
      return {
        pattern,
        affected_count: affected.length,
        affected_models: affected.map(({ name }) => name),
      };
    });
  return {
    window_type: 'model_filter',
    current_provider: context.provider,
    models: {
      total_count: models.length,
      available_count: models.filter(({ status }) => isVisible(status)).length,
      items: models.map(({ id, name, status, rule }) => ({
        id,
        display_name: name,
        status,
        affecting_rule: rule === null ? null : { pattern: rule.pattern, type: rule.kind },
      })),
    },
    rules: { ignore: listed('ignore'), whitelist: listed('whitelist') },
    ui_state: {
      search_query: context.search,
      has_unsaved_changes: unsavedProviders(context).length > 0,
      highlighted_rule: context.highlight.rule,
      highlighted_models: context.highlight.models,
    },
    available_providers: context.providers,
    changes_since_last_message: [],
  };
}
