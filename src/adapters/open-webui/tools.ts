import { z } from 'zod';
import type { ComputedCall, ComputedChange } from '@/src/core/adapter/adapter-definition';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import { say } from '@/src/schema/values/said';
import { type ComputedTool, computeCallOf, computedTool, readTool } from '../kit/computed-tool';
import { filterInSteps, rememberedWork, type Steps } from '../kit/slices';
import { searchBudget, starMatcher } from '../kit/star-pattern';
import type { StepBudget } from '../kit/step-budget';
import {
  batchFields,
  batchOfList,
  countOf,
  LIST_MODELS,
  listed,
  nearHint,
  success,
} from '../kit/tool-results';
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
/** Maximum number of models in one change, for which {@link CHANGE_TIMEOUT_MS} is sufficient. */
export const MAX_CHANGED_MODELS = 2_000;
/**
 * Time limit of a change or a rollback, in milliseconds. Each model takes one or two requests, of about 50 ms each on a
 * slow server.
 */
export const CHANGE_TIMEOUT_MS = 240_000;

const name = z.string().min(1).max(MAX_LISTED_NAME_LENGTH);
const pattern = name.describe(
  'A pattern for whole ids or names, in which * stands for any run of characters. Case doesn’t matter.',
);
const names = z.array(name).min(1).max(MAX_CHANGED_MODELS).optional();
const which = z.strictObject({
  ids: names.describe('Ids, or names, of which one may mean several models. Give either ids or pattern.'),
  pattern: pattern.optional(),
  except: names.describe('Ids, names or patterns that stay, e.g. with pattern "*" for “all but these”.'),
});

const AT_ONCE = `It takes effect at once, so the user is asked first. Changes at most ${MAX_CHANGED_MODELS} models. Fails with model_not_found, and changes nothing, if a text names no model.`;

const WRITES = {
  effect: 'write',
  defaultPermission: 'ask',
  readWith: LIST_MODELS,
  timeoutMs: CHANGE_TIMEOUT_MS,
} as const;

const allTools: readonly ComputedTool<OpenWebuiContext, ComputedChange<OpenWebuiContext>>[] = [
  readTool(
    {
      name: LIST_MODELS,
      line: 'open-webui.call.listModels',
      description: 'Lists models of the page with their flags, and who may choose them.',
      input: z.strictObject({
        pattern: pattern.optional(),
        enabled: z.boolean().optional().describe('Only enabled, or only disabled models; without it both.'),
        hidden: z.boolean().optional().describe('Only hidden, or only visible models; without it both.'),
        ...batchFields(MAX_BATCH_LENGTH),
      }),
    },
    (context, { pattern, enabled, hidden, ...page }) => {
      const isDisabled = new Set(context.disabled);
      const isHidden = new Set(context.hidden);
      const found = fittingModels(context.models, pattern ?? '*') // Without a pattern, all models.
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
      return success(
        `${countOf(found.length, 'model')}; ${models.length} listed${next === null ? '' : `, the next begin at offset ${next}`}.`,
        say('kit.result.models', { count: found.length }),
        { models, total: found.length },
      );
    },
  ),
  computedTool(
    {
      name: 'set_models_enabled',
      line: 'open-webui.call.setModelsEnabled',
      description: `Enables or disables models for everyone. ${AT_ONCE}`,
      question: say('open-webui.question.enabled'),
      input: which.extend({
        enabled: z.boolean().describe('false: nobody can choose or call them.'),
      }),
      ...WRITES,
    },
    (context, { enabled, ...args }) => flagChange(context, { ...args, flag: 'disabled', isSet: !enabled }),
  ),
  computedTool(
    {
      name: 'set_models_hidden',
      line: 'open-webui.call.setModelsHidden',
      description: `Hides models in the lists that users choose from, or shows them there again. ${AT_ONCE}`,
      question: say('open-webui.question.hidden'),
      input: which.extend({
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

interface WantedFlag extends z.output<typeof which> {
  flag: Flag;
  isSet: boolean;
}

/**
 * The change of a call. Its step names the affected models, so that a model added later cannot match an approved
 * pattern.
 */
function flagChange(context: OpenWebuiContext, wanted: WantedFlag): ComputedCall<OpenWebuiContext> {
  const { flag, isSet } = wanted;
  const { ids: named = null, pattern = null, except = [] } = wanted; // The schema documents these defaults.
  const chosen = chosenIds(context.models, { ids: named, pattern, except });
  if (!Array.isArray(chosen)) return chosen;
  const unflagged = without(chosen, context[flag]);
  const ids = isSet ? unflagged : without(chosen, unflagged);
  const failed = refusal(ids, wanted);
  if (failed !== null) return failed;
  const words = FLAG_WORDS[flag][isSet ? 'set' : 'cleared'];
  return {
    after: withFlag(context, flag, ids, isSet),
    message: `${words.did} ${countOf(ids.length, 'model')}.`,
    forUser: say(`open-webui.result.${words.key}`, { count: ids.length }),
    step: flag === 'disabled' ? { ids, enabled: !isSet } : { ids, hidden: isSet },
    data: listed(words.key, ids),
  };
}

/**
 * The unique ids that a call selects; a failure if it selects no model of the page. Throws `too-complex` if its patterns and the page's
 * models are too many.
 */
const chosenIds = rememberedWork(function* (
  models: readonly ListedModel[],
  wanted: { ids: string[] | null; pattern: string | null; except: string[] },
): Steps<string[] | ToolResult> {
  const { pattern } = wanted;
  if ((wanted.ids === null) === (pattern === null)) {
    return failure('invalid_parameters', 'Give either ids or pattern.');
  }
  const find = finderIn(models);
  const budget = searchBudget();
  const named = (wanted.ids ?? []).map((text) => ({ text, ids: find(text) ?? [] }));
  const kept: { text: string; ids: string[] }[] = [];
  for (const text of wanted.except) {
    yield;
    // A text that is an id or a name is not also used as a pattern.
    kept.push({ text, ids: find(text) ?? idsOf(yield* fittingInSteps(models, text, budget)) });
  }
  const unknown = [...named, ...kept].filter(({ ids }) => ids.length === 0).map(({ text }) => text);
  const [first] = unknown;
  if (first !== undefined) {
    const texts = models.flatMap(({ id, name }) => [id, name]);
    const message = `The page lists no such models, so nothing was changed.${nearHint(first, texts)}`;
    return failure('model_not_found', message, listed('unknown', unknown));
  }
  const found =
    pattern === null
      ? new Set(named.flatMap(({ ids }) => ids))
      : idsOf(yield* fittingInSteps(models, pattern, budget));
  const remaining = without(
    [...found],
    kept.flatMap(({ ids }) => ids),
  );
  if (remaining.length > 0) return remaining;
  return failure(
    'no_match',
    'No model of the page fits, or all that do are exceptions; nothing was changed.',
  );
});

function idsOf(models: readonly ListedModel[]): string[] {
  return models.map(({ id }) => id);
}

/**
 * Returns a function that finds the ids of models with this id or name; undefined if there are none. If the text is an id, models with an
 * equal name are not included. An index keeps it fast for thousands of texts.
 */
function finderIn(models: readonly ListedModel[]): (text: string) => string[] | undefined {
  const allIds = new Set(idsOf(models));
  const idsByText = new Map<string, string[]>();
  for (const { id, name } of models) {
    for (const text of [id.toLowerCase(), name.toLowerCase()]) {
      const ids = idsByText.get(text) ?? []; // The first model with this text.
      idsByText.set(text, ids);
      ids.push(id);
    }
  }
  return (text) => (allIds.has(text) ? [text] : idsByText.get(text.toLowerCase()));
}

/** The models whose id or name a pattern matches. */
const fittingModels = rememberedWork((models: readonly ListedModel[], pattern: string) =>
  fittingInSteps(models, pattern, searchBudget()),
);

function fittingInSteps(
  models: readonly ListedModel[],
  pattern: string,
  budget: StepBudget,
): Steps<ListedModel[]> {
  const fits = starMatcher(pattern.toLowerCase(), budget);
  return filterInSteps(models, ({ id, name }) => fits(id.toLowerCase()) || fits(name.toLowerCase()));
}

function refusal(ids: readonly string[], { flag, isSet }: WantedFlag): ToolResult | null {
  if (ids.length === 0) {
    const { is } = FLAG_WORDS[flag][isSet ? 'set' : 'cleared'];
    return failure('nothing_to_change', `All of these models are ${is} already; nothing was changed.`);
  }
  if (ids.length <= MAX_CHANGED_MODELS) return null;
  return failure(
    'too_many_models',
    `${countOf(ids.length, 'model')} would change; at most ${MAX_CHANGED_MODELS} can in one call, since the server takes a request for each. Use several narrower patterns.`,
  );
}
