import { z } from 'zod';
import type { ComputedCall, ComputedChange } from '@/src/core/adapter/adapter-definition';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import { say } from '@/src/schema/values/said';
import { type ComputedTool, computeCallOf, computedTool, readTool } from '../kit/computed-tool';
import { starMatcher } from '../kit/star-pattern';
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
      const fitting = new Set(finderIn(context.models).fitting(pattern ?? '*')); // Without a pattern, all models.
      const found = context.models
        .filter(({ id }) => fitting.has(id))
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
  const chosen = chosenIds(context.models, wanted);
  if (!Array.isArray(chosen)) return chosen;
  const unflagged = without(chosen, context[flag]);
  const ids = isSet ? unflagged : without(chosen, unflagged);
  const failed = refusal(ids, wanted);
  if (failed !== null) return failed;
  const words = FLAG_WORDS[flag][isSet ? 'set' : 'cleared'];
  return {
    after: withFlag(context, flag, ids, isSet),
    message: `${words.did} ${countOf(ids.length, 'model')}.`,
    step: flag === 'disabled' ? { ids, enabled: !isSet } : { ids, hidden: isSet },
    data: listed(words.key, ids),
  };
}

/** The unique ids that a call selects; a failure if it selects no model of the page. */
function chosenIds(models: readonly ListedModel[], wanted: WantedFlag): string[] | ToolResult {
  const { pattern } = wanted;
  if ((wanted.ids === undefined) === (pattern === undefined)) {
    return failure('invalid_parameters', 'Give either ids or pattern.');
  }
  const { find, fitting } = finderIn(models);
  const named = (wanted.ids ?? []).map((text) => ({ text, ids: find(text) ?? [] }));
  // A text that is an id or a name is not also used as a pattern.
  const kept = (wanted.except ?? []).map((text) => ({ text, ids: find(text) ?? fitting(text) }));
  const unknown = [...named, ...kept].filter(({ ids }) => ids.length === 0).map(({ text }) => text);
  const [first] = unknown;
  if (first !== undefined) {
    const texts = models.flatMap(({ id, name }) => [id, name]);
    const message = `The page lists no such models, so nothing was changed.${nearHint(first, texts)}`;
    return failure('model_not_found', message, listed('unknown', unknown));
  }
  const found = pattern === undefined ? new Set(named.flatMap(({ ids }) => ids)) : fitting(pattern);
  const remaining = without(
    [...found],
    kept.flatMap(({ ids }) => ids),
  );
  if (remaining.length > 0) return remaining;
  return failure(
    'no_match',
    'No model of the page fits, or all that do are exceptions; nothing was changed.',
  );
}

/**
 * Returns functions that find the ids of models, by an id or a name, or by a pattern for either. An index keeps them
 * fast for thousands of texts.
 */
function finderIn(models: readonly ListedModel[]) {
  const allIds = new Set(models.map(({ id }) => id));
  const idsByText = new Map<string, string[]>();
  const entries = models.map(({ id, name }) => ({ id, texts: [id.toLowerCase(), name.toLowerCase()] }));
  for (const { id, texts } of entries) {
    for (const text of texts) {
      const ids = idsByText.get(text) ?? []; // The first model with this text.
      idsByText.set(text, ids);
      ids.push(id);
    }
  }
  return {
    /**
     * Ids of the models with this id or name; undefined if there are none. If the text is an id, models with an equal
     * name are not included.
     */
    find: (text: string) => (allIds.has(text) ? [text] : idsByText.get(text.toLowerCase())),
    fitting(pattern: string) {
      const fits = starMatcher(pattern.toLowerCase());
      return entries.filter(({ texts }) => texts.some(fits)).map(({ id }) => id);
    },
  };
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
