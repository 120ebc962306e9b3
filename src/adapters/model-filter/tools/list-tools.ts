import { assertNever } from '@/src/core/assert-never';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { type DecidedModel, decideModels, isVisible } from '../decide-models';
import type { PageAccess } from '../page-access';
import { countOf } from '../sentence-parts';
import { pageOfList } from './page-of-list';
import { viewProvider } from './provider-view';
import { ruleData } from './tool-results';

/** Which models `list_models` shows: `kept` are those that a whitelist rule keeps, `unmatched` those without any rule. */
export const SHOWN_MODELS = ['all', 'visible', 'hidden', 'kept', 'unmatched'] as const;
export type ShownModels = (typeof SHOWN_MODELS)[number];

/** `rule`: the models of the same rule together, in the order in which the rules are read, those without one last. */
export const MODEL_ORDERS = ['name', 'rule'] as const;
export type ModelOrder = (typeof MODEL_ORDERS)[number];

export const DEFAULT_PAGE_LENGTH = 100;
export const MAX_PAGE_LENGTH = 200;

/** A page of the list. `contains`: part of a model's full id, case ignored, as the page's own search has it. */
export interface ListCall {
  show: ShownModels;
  contains: string;
  sort: ModelOrder;
  offset: number;
  limit: number;
  provider: string | null;
}

/** `list_models`: a provider's models with status and deciding rule, page by page. */
export async function listModels(page: PageAccess, call: ListCall): Promise<ToolResult> {
  const view = await viewProvider(page, call.provider);
  if ('failed' in view) return view.failed;
  const { provider } = view;
  const wanted = call.contains.toLowerCase();
  const found = decideModels(view.ids, view.rules).filter(
    (model) => isShown(model, call.show) && model.id.toLowerCase().includes(wanted),
  );
  const shown = pageOfList(ordered(found, call.sort), call);
  const what = countOf(found.length, call.show === 'all' ? 'model' : `${call.show} model`);
  const filter =
    call.contains === ''
      ? ''
      : ` with ${JSON.stringify(call.contains)} in ${found.length === 1 ? 'its' : 'their'} id`;
  return {
    success: true,
    message: `${provider} has ${what}${filter}${shown.range}.`,
    data: {
      provider,
      models: shown.entries.map((model) => entry(model, provider)),
      ...shown.place,
    },
  };
}

function isShown({ status }: DecidedModel, show: ShownModels): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'visible':
      return isVisible(status);
    case 'hidden':
      return !isVisible(status);
    case 'kept':
      return status === 'whitelisted';
    case 'unmatched':
      return status === 'normal';
    default:
      return assertNever(show);
  }
}

/** The page sorts its models by name already, and sorting keeps that order among equals. */
function ordered(models: readonly DecidedModel[], order: ModelOrder): DecidedModel[] {
  return order === 'name' ? [...models] : [...models].sort(compareRules);
}

function compareRules({ rule: left }: DecidedModel, { rule: right }: DecidedModel): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (left.kind !== right.kind) return left.kind === 'whitelist' ? -1 : 1;
  return left.index - right.index;
}

/** The id is told only where it isn't provider and name. */
function entry({ id, name, status, rule }: DecidedModel, provider: string): JsonObject {
  return {
    name,
    ...(id === `${provider}/${name}` ? {} : { id }),
    status,
    ...(rule === null ? {} : { rule: ruleData(rule) }),
  };
}
