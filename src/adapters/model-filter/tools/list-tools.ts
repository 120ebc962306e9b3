import { z } from 'zod';
import { assertNever } from '@/src/core/assert-never';
import type { JsonObject } from '@/src/schema/values/json';
import { pageOfList } from '../../kit/list-page';
import { countOf } from '../../kit/tool-results';
import { type DecidedModel, decideModels, isVisible } from '../decide-models';
import { declareTool, type ImplementationOf } from './declare-tool';
import { limit, MAX_TEXT_LENGTH, offset, provider } from './input-parts';
import { viewProvider } from './provider-view';
import { ruleData } from './tool-results';

const SHOWN_MODELS = ['all', 'visible', 'hidden', 'kept', 'unmatched'] as const;
type ShownModels = (typeof SHOWN_MODELS)[number];

/** `rule` groups models by deciding rule, in the order in which the rules are read; models without one are last. */
const MODEL_ORDERS = ['name', 'rule'] as const;
type ModelOrder = (typeof MODEL_ORDERS)[number];

export const listModelsTool = declareTool({
  name: 'list_models',
  description:
    'Lists models with status and deciding rule, page by page. Use it for names that the page state only counts, and for other providers. Go on with the returned next_offset until it is null.',
  input: z.strictObject({
    show: z
      .enum(SHOWN_MODELS)
      .optional()
      .describe(
        'Which ones: kept are those that a whitelist rule keeps, unmatched those that no rule matches. Without it all.',
      ),
    contains: z
      .string()
      .max(MAX_TEXT_LENGTH)
      .optional()
      .describe('Part of the full id; case doesn’t matter.'),
    sort: z
      .enum(MODEL_ORDERS)
      .optional()
      .describe('By name (without it), or by deciding rule: the whitelist’s, the ignore list’s, none.'),
    offset,
    limit,
    provider,
  }),
  effect: 'read',
});

export const listModels: ImplementationOf<typeof listModelsTool> = async (page, args) => {
  const view = await viewProvider(page, args.provider);
  if ('failed' in view) return view.failed;
  // The tool's description states these defaults to the model.
  const { show = 'all', contains = '', sort = 'name' } = args;
  const wanted = contains.toLowerCase();
  const found = decideModels(view.ids, view.rules).filter(
    (model) => isShown(model, show) && model.id.toLowerCase().includes(wanted),
  );
  const shown = pageOfList(ordered(found, sort), args);
  const what = countOf(found.length, show === 'all' ? 'model' : `${show} model`);
  const filter =
    contains === '' ? '' : ` with ${JSON.stringify(contains)} in ${found.length === 1 ? 'its' : 'their'} id`;
  return {
    success: true,
    message: `${view.provider} has ${what}${filter}${shown.range}.`,
    data: {
      provider: view.provider,
      models: shown.entries.map((model) => entry(model, view.provider)),
      ...shown.place,
    },
  };
};

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

/** The page's models are sorted by name, and the sort is stable. */
function ordered(models: readonly DecidedModel[], order: ModelOrder): DecidedModel[] {
  return order === 'name' ? [...models] : [...models].sort(compareRules);
}

function compareRules({ rule: left }: DecidedModel, { rule: right }: DecidedModel): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (left.kind !== right.kind) return left.kind === 'whitelist' ? -1 : 1;
  return left.index - right.index;
}

/** The id is left out if it is `provider/name`. */
function entry({ id, name, status, rule }: DecidedModel, ofProvider: string): JsonObject {
  return {
    name,
    ...(id === `${ofProvider}/${name}` ? {} : { id }),
    status,
    ...(rule === null ? {} : { rule: ruleData(rule) }),
  };
}
