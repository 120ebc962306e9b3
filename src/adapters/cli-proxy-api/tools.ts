import { z } from 'zod';
import { failure } from '@/src/core/records/tool-result';
import { type Said, say } from '@/src/schema/values/said';
import { type ReadTool, readTool } from '../kit/computed-tool';
import { decisionBudget } from '../kit/rules/decision-budget';
import { type RuleTool, ruleTool } from '../kit/rules/rule-calls';
import { MAX_LIST_RULES } from '../kit/rules/rule-lists';
import { filterInSteps, rememberedWork, type Steps } from '../kit/slices';
import { searchBudget } from '../kit/star-pattern';
import {
  batchFields,
  batchOfList,
  countOf,
  LIST_MODELS,
  listed,
  MAX_BATCH_LENGTH,
  nearTexts,
  success,
} from '../kit/tool-results';
import {
  allLists,
  type CliProxyContext,
  decideInSteps,
  decisions,
  type ExcludableModel,
  type ExclusionList,
  isExcluded,
  listLabel,
  MAX_PROXY_NAME_LENGTH,
  modelsOf,
  normaliseText,
  ruleMatcher,
  rulesOf,
  whyWithoutRules,
} from './exclusions';

const name = z.string().min(1).max(MAX_PROXY_NAME_LENGTH);
const provider = name.describe(
  'An OAuth provider, e.g. "codex": one of the page state, or another that the user names.',
);
const key = name.describe(
  'The id of an API key’s entry as the page state lists it, e.g. "gemini-api-key:1a2b3c4d".',
);
const rules = z.array(name).min(1).max(MAX_LIST_RULES);
const newPatterns = rules.describe(
  'Model ids, or patterns in which * stands for any run of characters. Case doesn’t matter.',
);
const oldPatterns = rules.describe('Rules exactly as the page state lists them.');
const AT_ONCE =
  'It takes effect at once, so the user is asked first. Returns the models that clients lost and got, as they are served then.';

export const reads: readonly ReadTool<CliProxyContext>[] = [
  readTool(
    {
      name: LIST_MODELS,
      line: 'cli-proxy-api.call.listModels',
      description:
        'Lists the models of one provider’s OAuth accounts or of one API key, with the rules that exclude them. Give either provider or key.',
      input: z.strictObject({
        provider: provider.optional(),
        key: key.optional(),
        pattern: name.optional().describe('Only models that this pattern matches; without it all.'),
        status: z.enum(['all', 'excluded', 'available']).optional().describe('Without it all.'),
        ...batchFields(MAX_BATCH_LENGTH),
      }),
    },
    (context, args) => {
      const { provider, key, pattern, status } = args;
      if ((provider === undefined) === (key === undefined)) {
        return failure('invalid_parameters', 'Give either provider or key.');
      }
      const wanted: ExclusionList = {
        kind: key === undefined ? 'provider' : 'key',
        id: key ?? provider ?? '',
      };
      const list = knownList(context, wanted);
      if (list === null) return unknownList(context, wanted);
      if (modelsOf(context, list) === null) {
        return failure('catalogue_unknown', `The server has no catalogue for ${listLabel(list)}.`, {
          ...listed('rules', rulesOf(context, list)),
        });
      }
      const fits = pattern === undefined ? () => true : ruleMatcher(pattern, searchBudget());
      const found = decisions
        .ofList(context, list)
        .filter(
          (model) =>
            fits(model.id) &&
            (status === undefined || status === 'all' || (status === 'excluded') === isExcluded(model)),
        );
      const { entries } = batchOfList(found, args);
      return success(`${countOf(found.length, 'model')} of ${listLabel(list)}; ${entries.length} listed.`, {
        models: entries.map(({ id, rules, isServed }) => ({
          id,
          ...(rules.length > 0 && { excluded_by: rules }),
          ...(isServed === false && { served: false }),
        })),
        total: found.length,
      });
    },
  ),
  readTool(
    {
      name: 'explain_model',
      line: 'cli-proxy-api.call.explainModel',
      description:
        'Explains for one model which lists offer it, under which id and other names, and which rules exclude it there.',
      input: z.strictObject({
        model: name.describe('Any name of it: its id, an alias, its upstream name, one with a prefix.'),
      }),
    },
    (context, { model }) => {
      const offers = offersOf(context, normaliseText(model));
      if (offers.length === 0) {
        return failure('model_not_found', `No list of this page offers ${JSON.stringify(model)}.`);
      }
      const unserved = offers.filter((offer) => !isExcluded(offer) && offer.isServed === false).length;
      const excluded = offers.filter(isExcluded).length;
      return success(
        [
          `This page has ${countOf(offers.length, 'offer')} of ${model}, ${excluded} excluded by rules, ${unserved} that no account serves: the provider has none, or their own exclusions keep it out.`,
          excluded + unserved === offers.length
            ? 'Clients don’t get it.'
            : 'Clients get it as long as one of the others serves it.',
          ...new Set(offers.flatMap(({ list }) => whyWithoutRules(context, list) ?? [])),
        ].join(' '),
        {
          offers: offers.map(({ id, list, otherNames, rules, isServed }) => ({
            list: list.id,
            id,
            also_known_as: otherNames,
            excluded_by: rules,
            served: isServed,
          })),
        },
      );
    },
  ),
];

/** The models of all lists that have this normalized name among their names. */
const offersOf = rememberedWork(function* (
  context: CliProxyContext,
  asked: string,
): Steps<ExcludableModel[]> {
  const budget = decisionBudget();
  const offers: ExcludableModel[] = [];
  for (const list of allLists(context)) {
    const models = yield* decideInSteps(context, list, budget);
    const found = yield* filterInSteps(models, ({ id, otherNames }) =>
      [id, ...otherNames].some((name) => normaliseText(name) === asked),
    );
    offers.push(...found);
  }
  return offers;
});

const ofProvider = (args: { provider: string }): ExclusionList => ({ kind: 'provider', id: args.provider });
const ofKey = (args: { key: string }): ExclusionList => ({ kind: 'key', id: args.key });

/** The tools that change rules. Changes go live at once, so each call requires approval. */
export const changes: readonly RuleTool<ExclusionList>[] = [
  ruleTool(
    {
      name: 'exclude_models',
      line: 'cli-proxy-api.call.excludeModels',
      description: `Adds exclusion rules for all OAuth accounts of a provider; API keys have their own rules. ${AT_ONCE}`,
      question: say('cli-proxy-api.question.exclude'),
      input: z.strictObject({ provider, patterns: newPatterns }),
    },
    'add',
    ofProvider,
  ),
  ruleTool(
    {
      name: 'remove_exclusions',
      line: 'cli-proxy-api.call.removeExclusions',
      description: `Removes exclusion rules of a provider’s OAuth accounts. ${AT_ONCE}`,
      question: say('cli-proxy-api.question.remove'),
      input: z.strictObject({ provider, patterns: oldPatterns }),
    },
    'remove',
    ofProvider,
  ),
  ruleTool(
    {
      name: 'exclude_models_for_key',
      line: 'cli-proxy-api.call.excludeModelsForKey',
      description: `Adds exclusion rules for one API key. ${AT_ONCE}`,
      question: say('cli-proxy-api.question.excludeForKey'),
      input: z.strictObject({ key, patterns: newPatterns }),
    },
    'add',
    ofKey,
  ),
  ruleTool(
    {
      name: 'remove_exclusions_for_key',
      line: 'cli-proxy-api.call.removeExclusionsForKey',
      description: `Removes exclusion rules of one API key. ${AT_ONCE}`,
      question: say('cli-proxy-api.question.removeForKey'),
      input: z.strictObject({ key, patterns: oldPatterns }),
    },
    'remove',
    ofKey,
  ),
];

/** The list that a call names, spelled as on the server; null if there is none. */
export function knownList(context: CliProxyContext, { kind, id }: ExclusionList): ExclusionList | null {
  const wanted = normaliseText(id);
  return allLists(context).find((list) => list.kind === kind && list.id.toLowerCase() === wanted) ?? null;
}

/** The result of a call whose list does not exist on the page. */
export function unknownList(context: CliProxyContext, { kind, id }: ExclusionList) {
  const why = whyWithoutRules(context, { kind, id });
  if (why !== null) return failure('without_rules', why);
  const known = namesOf(context, kind);
  const what = kind === 'provider' ? 'OAuth provider' : 'API key';
  return failure('list_not_found', `The page has no ${what} ${JSON.stringify(id)}.`, { known });
}

/** One sentence for each provider that the page does not list; its name may be misspelt. */
export function newProviderNotes(context: CliProxyContext, lists: readonly ExclusionList[]): Said[] {
  const known = namesOf(context, 'provider');
  return lists
    .filter(({ kind, id }) => kind === 'provider' && !known.includes(id))
    .map(({ id }) => {
      const provider = JSON.stringify(id);
      const names = nearTexts(id, known);
      return names.length === 0
        ? say('cli-proxy-api.preview.newProvider', { provider })
        : say('cli-proxy-api.preview.newProviderNear', { provider, names });
    });
}

function namesOf(context: CliProxyContext, kind: ExclusionList['kind']): string[] {
  return allLists(context).flatMap((list) => (list.kind === kind ? [list.id] : []));
}
