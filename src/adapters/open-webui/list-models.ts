import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { OpenWebuiContext } from './model-flags';
import { countOf, matchingModels } from './plan-tool';
import { DEFAULT_PAGE_LENGTH, listModelsInput } from './tools';

/** The result of the only read tool, `list_models`. */
export function listModels(context: OpenWebuiContext, _tool: string, args: JsonObject): ToolResult {
  const {
    pattern = null,
    enabled,
    hidden,
    offset = 0,
    limit = DEFAULT_PAGE_LENGTH,
  } = listModelsInput.parse(args); // As the schema describes them.
  const isDisabled = new Set(context.disabled);
  const isHidden = new Set(context.hidden);
  const found = matchingModels(context.models, pattern)
    .map((model) => ({ ...model, enabled: !isDisabled.has(model.id), hidden: isHidden.has(model.id) }))
    .filter(
      (model) =>
        (enabled === undefined || model.enabled === enabled) &&
        (hidden === undefined || model.hidden === hidden),
    );
  const models = found.slice(offset, offset + limit);
  const next = offset + models.length;
  return {
    success: true,
    message: `${countOf(found.length)}; ${models.length} listed${next < found.length ? `, the next begin at offset ${next}` : ''}.`,
    data: { models, total: found.length },
  };
}
