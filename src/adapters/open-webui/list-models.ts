import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { pageOfList } from '../kit/list-page';
import { countOf } from '../kit/tool-results';
import type { OpenWebuiContext } from './model-flags';
import { matchingModels } from './plan-tool';
import { listModelsInput } from './tools';

/** The result of the only read tool, `list_models`. */
export function listModels(context: OpenWebuiContext, _tool: string, args: JsonObject): ToolResult {
  const { pattern = null, enabled, hidden, ...page } = listModelsInput.parse(args); // As the schema describes them.
  const isDisabled = new Set(context.disabled);
  const isHidden = new Set(context.hidden);
  const found = matchingModels(context.models, pattern)
    .map((model) => ({ ...model, enabled: !isDisabled.has(model.id), hidden: isHidden.has(model.id) }))
    .filter(
      (model) =>
        (enabled === undefined || model.enabled === enabled) &&
        (hidden === undefined || model.hidden === hidden),
    );
  const {
    entries: models,
    place: { next_offset: next },
  } = pageOfList(found, page);
  return {
    success: true,
    message: `${countOf(found.length, 'model')}; ${models.length} listed${next === null ? '' : `, the next begin at offset ${next}`}.`,
    data: { models, total: found.length },
  };
}
