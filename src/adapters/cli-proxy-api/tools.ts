import { z } from 'zod';
import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { type ReadTool, readTool } from '../kit/computed-tool';
import { type RulePage, type RuleTool, ruleTool, type WantedRules } from '../kit/rules/rule-calls';
import {
  differingLists,
  effectKind,
  effectOf,
  effectPreview,
  MAX_LIST_RULES,
  type RuleEffect,
} from '../kit/rules/rule-lists';
import { filterInSteps, findInSteps, rememberedWork, type Steps } from '../kit/slices';
import { searchBudget } from '../kit/star-pattern';
import {
  batchFields,
  batchOfList,
  counted,
  countOf,
  LIST_MODELS,
  listed,
  listedIds,
  MAX_BATCH_LENGTH,
  nearTexts,
  success,
} from '../kit/tool-results';
import { detailOf, noCatalogue, STALE_PAGE, withoutCatalogue } from './change-notes';
import {
  ALL_MODELS,
  allLists,
  type CliProxyContext,
  decisions,
  diffState,
  type ExcludableModel,
  type ExclusionList,
  exclusionLists,
  isExcluded,
  keysByModel,
  listLabel,
  MAX_PROXY_NAME_LENGTH,
  modelsOf,
  normaliseRules,
  normaliseText,
  offersOf,
  ruleMatcher,
  rulesOf,
  servedBy,
  whyWithoutRules,
  withList,
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
      return success(
        `${countOf(found.length, 'model')} of ${listLabel(list)}; ${entries.length} listed.`,
        say('kit.result.models', { count: found.length }),
        {
          models: entries.map(({ id, rules, isServed }) => ({
            id,
            ...(rules.length > 0 && { excluded_by: rules }),
            ...(isServed === false && { served: false }),
          })),
          total: found.length,
        },
      );
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
        say('cli-proxy-api.result.offers', { count: offers.length, excluded }),
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
function knownList(context: CliProxyContext, { kind, id }: ExclusionList): ExclusionList | null {
  const wanted = normaliseText(id);
  return allLists(context).find((list) => list.kind === kind && list.id.toLowerCase() === wanted) ?? null;
}

/** The result of a call whose list does not exist on the page. */
function unknownList(context: CliProxyContext, { kind, id }: ExclusionList) {
  const why = whyWithoutRules(context, { kind, id });
  if (why !== null) return failure('without_rules', why);
  const known = namesOf(context, kind);
  const what = kind === 'provider' ? 'OAuth provider' : 'API key';
  return failure('list_not_found', `The page has no ${what} ${JSON.stringify(id)}.`, { known });
}

/** One sentence for each provider that the page does not list; its name may be misspelt. */
function newProviderNotes(context: CliProxyContext, lists: readonly ExclusionList[]): Said[] {
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

type Wanted = WantedRules<ExclusionList>;

/** The tools, and what their calls do. */
export const exclusionTools: RulePage<CliProxyContext, ExclusionList> = {
  reads,
  changes,
  rulesIn: rulesOf,
  find: (context, wanted) => knownList(context, wanted.list) ?? newList(wanted),
  unknown: unknownList,
  stored: normaliseRules,
  problem,
  nothingNew: ({ list }) =>
    failure('duplicate_rule', `Rules of ${listLabel(list)} already say that; nothing was changed.`),
  withRules: (context, list, rules) => ({
    step: { list, before: rulesOf(context, list), after: [...rules] },
    after: withList(context, list, rules),
  }),
  modelsOf,
  matcher: ruleMatcher,
  noteOn: (count) => (count === null ? null : say('cli-proxy-api.preview.matches', { count })),
  preview,
  // Only what clients get counts after a change, and the page's own result has it.
  changed({ list, after, rules }, before, done): ToolResult {
    return success(
      [
        `Changed the rules of ${listLabel(list)}.`,
        ...newProviderNotes(before, [list]).map(english),
        done.message,
        STALE_PAGE,
      ].join(' '),
      sentences(effectOfRules(before, after), ...newProviderNotes(before, [list])),
      {
        list: list.id,
        ...listed('rules', rules),
        ...done.data,
      },
    );
  },
};

/** A new list for a provider without one: the server accepts any name. Null if the call needs an existing list. */
function newList({ action, list: { kind, id } }: Wanted): ExclusionList | null {
  const name = normaliseText(id);
  return action === 'add' && kind === 'provider' && name !== '' ? { kind, id: name } : null;
}

function problem(context: CliProxyContext, { list, action, patterns }: Wanted): ToolResult | null {
  const why = whyWithoutRules(context, list);
  if (why !== null) return failure('without_rules', why);
  if (action !== 'add') return null;
  if (patterns.length === 0) return failure('invalid_pattern', 'A rule needs more than blanks.');
  const withComma = patterns.find((pattern) => pattern.includes(','));
  if (withComma !== undefined) {
    return failure(
      'invalid_pattern',
      `${JSON.stringify(withComma)} contains a comma, at which the server splits rules. Add one rule for each part, or put * in its place.`,
    );
  }
  if (list.kind === 'key' && patterns.includes(ALL_MODELS)) {
    return failure(
      'invalid_pattern',
      'On an API key, the rule "*" means that the key is switched off. The user can do that on the page.',
    );
  }
  // If the catalogue is unknown, any name may be the id of a model.
  return modelsOf(context, list) === null
    ? null
    : withoutEffect(decisions.ofList(context, list), [...patterns]);
}

/** The failure for a pattern that matches no id, but another name, with which rules aren't compared; null if there is none. */
const withoutEffect = rememberedWork(function* (
  models: readonly ExcludableModel[],
  patterns: string[],
): Steps<ToolResult | null> {
  const budget = searchBudget();
  for (const pattern of patterns) {
    yield;
    const fits = ruleMatcher(pattern, budget);
    if ((yield* findInSteps(models, ({ id }) => fits(id))) !== undefined) continue;
    const meant = yield* filterInSteps(models, ({ otherNames }) => otherNames.some(fits));
    if (meant.length === 0) continue;
    return failure(
      'rule_without_effect',
      `${JSON.stringify(pattern)} would exclude nothing: rules of this list are compared with other names of these models. Exclude those; all their names go with them. Nothing was changed.`,
      listedIds('compared_with', meant),
    );
  }
  return null;
});

/** The effect of a change on the models that its lists serve, or may serve once their rules don't exclude them any more. */
function effectBetween(before: CliProxyContext, after: CliProxyContext): RuleEffect<ExcludableModel> {
  const { was, is } = decisions.ofChange(after, before);
  const mayBeServed = (_model: ExcludableModel, index: number) => was[index]?.isServed !== false;
  return effectOf(was.filter(mayBeServed), is.filter(mayBeServed), isExcluded, ({ list }) => list.id);
}

/** The effect of a change on clients, for the approval request. */
function preview(before: CliProxyContext, after: CliProxyContext): ChangePreview {
  const lists = differingLists(exclusionLists, before, after);
  const keys = keysByModel(after, null);
  const unknown = withoutCatalogue(before, lists);
  const effect = effectBetween(before, after);
  const isIdle = unknown.length + effect.lost.length + effect.regained.length === 0;
  return effectPreview(
    effect,
    ({ id, list, otherNames: names }, isLost) => ({
      name: lists.length > 1 ? `${list.id}: ${id}` : id,
      detail: detailOf(names, isLost ? keys.get(id) : undefined),
    }),
    {
      summary: summaryOf(lists, effect),
      titles: [say('cli-proxy-api.preview.lost'), say('cli-proxy-api.preview.regained')],
      emptied: say('cli-proxy-api.preview.emptied'),
      wayBack: say('said.dryRun.wayBack'),
      isComplete: unknown.length === 0,
      differences: diffState(before, after),
      isServed: lists.every((list) => servedBy(before, list) !== null),
      unknown: [
        ...newProviderNotes(before, lists),
        ...noCatalogue(unknown),
        ...counted([effect.regained.length, say('cli-proxy-api.preview.ownExclusions')]),
      ],
      warning: isIdle ? null : say('cli-proxy-api.preview.atOnce'),
      others: isIdle ? [] : [say('cli-proxy-api.preview.onlyAccount')],
    },
  );
}

/** The effect of other rules on clients, in sentences with counts. It is unknown for lists whose models the server doesn't name. */
export function effectOfRules(before: CliProxyContext, after: CliProxyContext): Said {
  const lists = differingLists(exclusionLists, before, after);
  const unknown = withoutCatalogue(before, lists);
  return sentences(
    lists.length > unknown.length ? summaryOf(lists, effectBetween(before, after)) : null,
    ...noCatalogue(unknown),
  );
}

function summaryOf(lists: readonly ExclusionList[], effect: RuleEffect<unknown>): Said {
  const kind = effectKind(effect);
  return say(`cli-proxy-api.summary.${kind}`, {
    lists: lists.map(({ kind, id }) => say(LIST_NAMES[kind], { name: id })),
    lost: effect.lost.length,
    regained: effect.regained.length,
  });
}

const LIST_NAMES = { provider: 'cli-proxy-api.summary.accounts', key: 'cli-proxy-api.summary.key' } as const;
