import { z } from 'zod';
import type { ComputedCall, ComputedChange } from '@/src/core/adapter/adapter-definition';
import { failure } from '@/src/core/records/tool-result';
import { visibleJson } from '@/src/core/text/visible-json';
import { SLOW_TOOL_TIMEOUT_MS } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import { type ComputedTool, computeCallOf, computedTool, readTool } from '../kit/computed-tool';
import { starMatcher } from '../kit/star-pattern';
import { batchFields, batchOfList, countOf, listedUpTo } from '../kit/tool-results';
import { without } from '../kit/without';
import {
  FLAG_WORDS,
  type Flag,
  type ListedModel,
  MAX_LISTED_NAME_LENGTH,
  type OpenWebuiContext,
  withFlag,
} from './model-flags';

/** Maximum number of models in one batch of the list. */
const MAX_BATCH_LENGTH = 500;
/** Most models in one change. The API changes one model per request, in about 50 ms on a slow server. */
export const MAX_CHANGED_MODELS = 500;

const name = z.string().min(1).max(MAX_LISTED_NAME_LENGTH);
const pattern = name.describe(
  'A pattern for whole ids, in which * stands for any run of characters. Case doesn’t matter.',
);
const which = {
  ids: z
    .array(name)
    .min(1)
    .max(MAX_CHANGED_MODELS)
    .optional()
    .describe('Ids exactly as the page lists them. Give either ids or pattern.'),
  pattern: pattern.optional(),
};

const listModelsInput = z.strictObject({
  pattern: pattern.optional(),
  enabled: z.boolean().optional().describe('Only enabled, or only disabled models; without it both.'),
  hidden: z.boolean().optional().describe('Only hidden, or only visible models; without it both.'),
  ...batchFields(MAX_BATCH_LENGTH),
});

export const LIST_MODELS = 'list_models';
const AT_ONCE = `It takes effect at once, so the user is asked first. Changes at most ${MAX_CHANGED_MODELS} models. Fails with model_not_found, and changes nothing, if the page doesn’t list an id.`;

const WRITES = {
  effect: 'write',
  defaultPermission: 'ask',
  readWith: LIST_MODELS,
  timeoutMs: SLOW_TOOL_TIMEOUT_MS,
} as const;

const allTools: readonly ComputedTool<OpenWebuiContext, ComputedChange<OpenWebuiContext>>[] = [
  readTool(
    {
      name: LIST_MODELS,
      line: 'List models[ that match {pattern}]',
      description: 'Lists models of the page with their flags, and who may choose them.',
      input: listModelsInput,
    },
    listModels,
  ),
  computedTool(
    {
      name: 'set_models_enabled',
      line: '{enabled?Enable:Disable}[ {pattern}][ {ids}]',
      description: `Enables or disables models for everyone. ${AT_ONCE}`,
      question: 'Change which models are enabled?',
      input: z.strictObject({
        ...which,
        enabled: z.boolean().describe('false: nobody can choose or call them.'),
      }),
      ...WRITES,
    },
    (context, { enabled, ...args }) => flagChange(context, { ...args, flag: 'disabled', isSet: !enabled }),
  ),
  computedTool(
    {
      name: 'set_models_hidden',
      line: '{hidden?Hide:Show}[ {pattern}][ {ids}]',
      description: `Hides models in the lists that users choose from, or shows them there again. ${AT_ONCE}`,
      question: 'Change which models are hidden?',
      input: z.strictObject({
        ...which,
        hidden: z
          .boolean()
          .describe('true: users don’t see them where they choose, but calls by their id still work.'),
      }),
      ...WRITES,
    },
    (context, { hidden, ...args }) => flagChange(context, { ...args, flag: 'hidden', isSet: hidden }),
  ),
];

/** The definitions of all tools, in their fixed order. */
export const tools = allTools.map(({ definition }) => definition);

export const computeCall = computeCallOf(allTools);

interface WantedFlag {
  ids?: string[] | undefined;
  pattern?: string | undefined;
  flag: Flag;
  isSet: boolean;
}

/**
 * The change of a call. Its step names the affected models, so that a model added later cannot match an approved
 * pattern.
 */
function flagChange(context: OpenWebuiContext, wanted: WantedFlag): ComputedCall<OpenWebuiContext> {
  const { flag, isSet } = wanted;
  const chosen = chosenIds(context.models, wanted);
  if (!Array.isArray(chosen)) return chosen;
  const unflagged = without(chosen, context[flag]);
  const ids = isSet ? unflagged : without(chosen, unflagged);
  const failed = refusal(ids, wanted);
  if (failed !== null) return failed;
  const words = FLAG_WORDS[flag][isSet ? 'set' : 'cleared'];
  return {
    after: withFlag(context, flag, ids, isSet),
    message: `${words.did} ${countOf(ids.length, 'model')}. This is in force now.${flag === 'disabled' && isSet ? brokenModels(context, ids) : ''}`,
    step: flag === 'disabled' ? { ids, enabled: !isSet } : { ids, hidden: isSet },
    data: listedUpTo(MAX_LISTED_IDS, words.key, ids),
  };
}

/** Most ids in the data of a result. */
const MAX_LISTED_IDS = 100;

/** A sentence on enabled custom models that stop working while these models are disabled; empty without such models. */
function brokenModels({ models, disabled }: OpenWebuiContext, ids: readonly string[]): string {
  const off = new Set([...disabled, ...ids]);
  const chosen = new Set(ids);
  const broken = models.filter(({ id, base }) => base !== null && chosen.has(base) && !off.has(id));
  if (broken.length === 0) return '';
  const names = broken.slice(0, 20).map(({ id }) => visibleJson(id));
  return ` Custom models made from them are still listed, but can’t be called: ${names.join(', ')}${broken.length > 20 ? ' and others' : ''}.`;
}

/** The unique ids that a call selects; a failure if it selects no model of the page. */
function chosenIds(models: readonly ListedModel[], { ids, pattern }: WantedFlag): string[] | ToolResult {
  if ((ids === undefined) === (pattern === undefined)) {
    return failure('invalid_parameters', 'Give either ids or pattern.');
  }
  if (ids === undefined) {
    const found = matchingModels(models, pattern).map(({ id }) => id);
    if (found.length > 0) return found;
    return failure('no_match', `No model of the page fits ${JSON.stringify(pattern)}.`);
  }
  const unknown = without(
    ids,
    models.map(({ id }) => id),
  );
  if (unknown.length === 0) return [...new Set(ids)];
  return failure('model_not_found', 'The page lists no such models, so nothing was changed.', { unknown });
}

/** The models whose whole id matches the pattern, ignoring case; all models without a pattern. */
function matchingModels(models: readonly ListedModel[], pattern: string | undefined): ListedModel[] {
  if (pattern === undefined) return [...models];
  const fits = starMatcher(pattern.toLowerCase());
  return models.filter(({ id }) => fits(id.toLowerCase()));
}

function refusal(ids: readonly string[], { flag, isSet }: WantedFlag): ToolResult | null {
  if (ids.length === 0) {
    const { is } = FLAG_WORDS[flag][isSet ? 'set' : 'cleared'];
    return failure('nothing_to_change', `All of these models are ${is} already; nothing was changed.`);
  }
  if (ids.length <= MAX_CHANGED_MODELS) return null;
  return failure(
    'too_many_models',
    `${countOf(ids.length, 'model')} would change; at most ${MAX_CHANGED_MODELS} can in one call. Use several narrower patterns.`,
  );
}

function listModels(
  context: OpenWebuiContext,
  { pattern, enabled, hidden, ...page }: z.output<typeof listModelsInput>,
): ToolResult {
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
  } = batchOfList(found, page);
  return {
    success: true,
    message: `${countOf(found.length, 'model')}; ${models.length} listed${next === null ? '' : `, the next begin at offset ${next}`}.`,
    data: { models, total: found.length },
  };
}
