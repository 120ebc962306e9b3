import { failure } from '@/src/core/records/tool-result';
import { joinWithAnd } from '@/src/core/text/join-texts';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { ruleCalls, type WantedRules } from '../kit/rule-list/rule-calls';
import {
  differingLists,
  type EffectWords,
  effectInWords,
  effectOf,
  effectPreview,
  type RuleEffect,
} from '../kit/rule-list/rule-lists';
import { countOf, listed, listedIds, success } from '../kit/tool-results';
import { cliProxyApi, diffState } from './definition';
import {
  ALL_MODELS,
  allLists,
  type CliProxyContext,
  type CliProxyState,
  decideModels,
  type ExcludableModel,
  type ExclusionList,
  exclusionLists,
  isExcluded,
  listLabel,
  matchesRule,
  modelsOf,
  normaliseRules,
  normaliseText,
  rulesOf,
  whyWithoutRules,
  withList,
} from './exclusions';
import { changes, knownList, newProviderNotes, reads, unknownList } from './tools';

type Wanted = WantedRules<ExclusionList>;

export const cliProxyCalls = ruleCalls<CliProxyContext, CliProxyState, ExclusionList>(cliProxyApi, {
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
  noteOn(context, { list }, pattern) {
    const models = modelsOf(context, list);
    return models === null
      ? null
      : `matches ${countOf(models.filter((id) => matchesRule(pattern, id)).length, 'model')}`;
  },
  preview,
  changed({ list, after, rules }, before, done): ToolResult {
    const effect = effectOn([list], before, after);
    return success(
      [
        `Changed the rules of ${listLabel(list)}: ${effectInWords(effect, WORDS)}.`,
        ...newProviderNotes(before, [list]),
        done.message,
        STALE_PAGE,
      ].join(' '),
      {
        list: list.id,
        ...listed('rules', rules),
        ...listedIds('newly_excluded', effect.lost),
        ...listedIds('available_again', effect.regained),
        ...done.data,
      },
    );
  },
});

const WORDS: EffectWords = {
  model: 'model',
  loses: (models) => `excludes ${models}`,
  regains: (models) => `makes ${models} available again`,
  nothing: 'affects no model of the catalogue',
  titles: ['Newly excluded', 'Available again'],
  emptied: 'every model is excluded',
  wayBack: 'A checkpoint is taken first, so the change can be undone.',
};

/** Steward cannot make the page reload its rules, and a save in its open editor would write the old ones. */
const STALE_PAGE =
  'If the page’s own editor is open, it still shows the rules from before, and saving there would write them back: tell the user to reload the page first.';

/** A new list for a provider without one: the server accepts any name. Null if the call needs an existing list. */
function newList({ action, list: { kind, id } }: Wanted): ExclusionList | null {
  const name = normaliseText(id);
  return action === 'add' && kind === 'provider' && name !== '' ? { kind, id: name } : null;
}

function problem(context: CliProxyContext, { list, action, patterns }: Wanted): ToolResult | null {
  if (action !== 'add') return null;
  const why = whyWithoutRules(context, list);
  if (why !== null) return failure('without_rules', why);
  if (patterns.length === 0) return failure('invalid_pattern', 'A rule needs more than blanks.');
  const withComma = patterns.find((pattern) => pattern.includes(','));
  if (withComma !== undefined) {
    return failure(
      'invalid_pattern',
      `${JSON.stringify(withComma)} holds a comma, at which the server splits rules. Add one rule for each part, or put * in its place.`,
    );
  }
  if (list.kind === 'key' && patterns.includes(ALL_MODELS)) {
    return failure(
      'invalid_pattern',
      'On an API key, the rule "*" means that the key is switched off. The user can do that on the page.',
    );
  }
  // If the catalogue is unknown, any name may be the id of a model.
  return modelsOf(context, list) === null ? null : withoutEffect(decideModels(context, list), patterns);
}

/**
 * The failure for a pattern that matches no id, but another name of a model: rules are not compared with that name.
 * Null if there is no such pattern.
 */
function withoutEffect(models: readonly ExcludableModel[], patterns: readonly string[]): ToolResult | null {
  for (const pattern of patterns) {
    const fits = (name: string) => matchesRule(pattern, name);
    if (models.some(({ id }) => fits(id))) continue;
    const meant = models.filter(({ otherNames }) => otherNames.some(fits));
    if (meant.length === 0) continue;
    return failure(
      'rule_without_effect',
      `${JSON.stringify(pattern)} would exclude nothing: rules of this list are compared with other names of these models. Exclude those; all their names go with them. Nothing was changed.`,
      listedIds('compared_with', meant),
    );
  }
  return null;
}

function effectOn(
  lists: readonly ExclusionList[],
  before: CliProxyContext,
  after: CliProxyContext,
): RuleEffect<ExcludableModel> {
  const decided = (context: CliProxyContext) => lists.flatMap((list) => decideModels(context, list));
  return effectOf(decided(before), decided(after), isExcluded, ({ list }) => list.id);
}

/** The effect of a change on clients, for the approval request. */
function preview(before: CliProxyContext, after: CliProxyContext): ChangePreview {
  const lists = differingLists(exclusionLists, before, after);
  const keys = keysByModel(after);
  const unknown = lists.filter((list) => modelsOf(before, list) === null);
  const effect = effectOn(lists, before, after);
  const isIdle = unknown.length + effect.lost.length + effect.regained.length === 0;
  return effectPreview(
    effect,
    WORDS,
    ({ id, list, otherNames }, isLost) => {
      const key = isLost ? keys.get(id) : undefined;
      const details = otherNames.map((other) => `also known as ${other}`);
      if (key !== undefined) details.push(`not excluded on ${key}`);
      return {
        name: lists.length > 1 ? `${list.id}: ${id}` : id,
        detail: details.length === 0 ? null : details.join(', '),
      };
    },
    {
      summary: summaryOf(lists, before, after),
      isComplete: unknown.length === 0,
      differences: diffState(before, after),
      unknown: [
        ...newProviderNotes(before, lists),
        ...(unknown.length === 0
          ? []
          : [
              `The server has no catalogue for ${joinWithAnd(unknown.map(({ id }) => id))}, so the models can’t be named.`,
            ]),
      ],
      warning: isIdle ? '' : 'Clients notice this at once.',
      others: isIdle
        ? ''
        : 'A model that no other account or key serves can’t be called any more, not even by its name.',
    },
  );
}

function summaryOf(lists: readonly ExclusionList[], before: CliProxyContext, after: CliProxyContext): string {
  if (lists.length === 0) return 'Nothing changes.';
  const text = lists
    .map((list) => `for ${listLabel(list)}, ${effectInWords(effectOn([list], before, after), WORDS)}`)
    .join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * The first API key that does not exclude a model, by model. A prefix may prevent the key from serving the model under
 * that name.
 */
function keysByModel(context: CliProxyContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const list of allLists(context)) {
    if (list.kind === 'provider') continue;
    for (const model of decideModels(context, list)) {
      if (!isExcluded(model) && !found.has(model.id)) found.set(model.id, list.id);
    }
  }
  return found;
}
