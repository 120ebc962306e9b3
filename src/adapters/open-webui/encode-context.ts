import { visibleJson } from '@/src/core/text/visible-json';
import { linesWithin } from '../kit/lines-within';
import { countOf } from '../kit/tool-results';
import type { ListedModel, OpenWebuiContext } from './model-flags';
import { LIST_MODELS } from './tools';

/** The page's models as lines for the model, disabled and hidden ones first, within `budgetTokens`. */
export function encodeContext(context: OpenWebuiContext, budgetTokens: number): string {
  const disabled = new Set(context.disabled);
  const hidden = new Set(context.hidden);
  const isFlagged = ({ id }: ListedModel) => disabled.has(id) || hidden.has(id);
  const lineOf = (model: ListedModel) => {
    const marks = [
      ...(disabled.has(model.id) ? ['disabled'] : []),
      ...(hidden.has(model.id) ? ['hidden'] : []),
      ...(model.access === 'administrators' ? [] : [`for ${model.access}`]),
      ...(model.kind === 'unavailable' ? ['unavailable'] : []),
      ...(model.base === null ? [] : [`made from ${visibleJson(model.base)}`]),
      ...(model.name === model.id ? [] : [`named ${visibleJson(model.name)}`]),
    ];
    return `${visibleJson(model.id)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
  };
  const ordered = [
    ...context.models.filter(isFlagged),
    ...context.models.filter((model) => !isFlagged(model)),
  ];
  const head = `${countOf(context.models.length, 'model')}, ${disabled.size} disabled, ${hidden.size} hidden. Without a remark, a model is enabled, visible, and for administrators alone.`;
  return linesWithin(
    [head, ...ordered.map(lineOf)],
    budgetTokens,
    (leftOut) => `and ${leftOut} more lines: ${LIST_MODELS} lists the models.`,
  );
}
