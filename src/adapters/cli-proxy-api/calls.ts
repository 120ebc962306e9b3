import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { type Said, say } from '@/src/schema/values/said';
import { ruleCalls, type WantedRules } from '../kit/rules/rule-calls';
import { byEffect, differingLists, effectOf, effectPreview, type RuleEffect } from '../kit/rules/rule-lists';
import { counted, listed, listedIds, success } from '../kit/tool-results';
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
  servedBy,
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
    const count = models?.filter((id) => matchesRule(pattern, id)).length;
    return count === undefined ? null : say('cli-proxy-api.preview.matches', { count });
  },
  preview,
  // Only what clients get counts after a change, and the page's own result has it.
  changed({ list, rules }, before, done): ToolResult {
    return success(
      [
        `Changed the rules of ${listLabel(list)}.`,
        ...newProviderNotes(before, [list]).map(english),
        done.message,
        STALE_PAGE,
      ].join(' '),
      {
        list: list.id,
        ...listed('rules', rules),
        ...done.data,
      },
    );
  },
});

/** Steward cannot make the page reload its rules, and a save in its open editor would write the old ones. */
const STALE_PAGE =
  'If the page’s own editor is open, it still shows the rules from before, and saving there would write them back: tell the user to reload the page first.';

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

/** The effect of a change on the models that a list serves, or may serve once its rules don't exclude them any more. */
function effectOn(
  lists: readonly ExclusionList[],
  before: CliProxyContext,
  after: CliProxyContext,
): RuleEffect<ExcludableModel> {
  const decided = (context: CliProxyContext) => lists.flatMap((list) => decideModels(context, list));
  const was = decided(before);
  const mayBeServed = (_model: ExcludableModel, index: number) => was[index]?.isServed !== false;
  return effectOf(
    was.filter(mayBeServed),
    decided(after).filter(mayBeServed),
    isExcluded,
    ({ list }) => list.id,
  );
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
    ({ id, list, otherNames: names }, isLost) => ({
      name: lists.length > 1 ? `${list.id}: ${id}` : id,
      detail: detailOf(names, isLost ? keys.get(id) : undefined),
    }),
    {
      summary: lists.length === 0 ? say('said.dryRun.noChange') : summaryOf(lists, effect),
      titles: [say('cli-proxy-api.preview.lost'), say('cli-proxy-api.preview.regained')],
      emptied: say('cli-proxy-api.preview.emptied'),
      wayBack: say('said.dryRun.wayBack'),
      isComplete: unknown.length === 0,
      differences: diffState(before, after),
      isServed: lists.every((list) => servedBy(before, list) !== null),
      unknown: [
        ...newProviderNotes(before, lists),
        ...counted(
          [unknown.length, say('cli-proxy-api.preview.noCatalogue', { lists: unknown.map(({ id }) => id) })],
          [effect.regained.length, say('cli-proxy-api.preview.ownExclusions')],
        ),
      ],
      warning: isIdle ? null : say('cli-proxy-api.preview.atOnce'),
      others: isIdle ? [] : [say('cli-proxy-api.preview.onlyAccount')],
    },
  );
}

function detailOf(names: string[], key: string | undefined): Said | null {
  if (names.length > 0) {
    return key === undefined
      ? say('cli-proxy-api.preview.otherNames', { names })
      : say('cli-proxy-api.preview.otherNamesAndKey', { names, key });
  }
  return key === undefined ? null : say('cli-proxy-api.preview.otherKey', { key });
}

function summaryOf(lists: readonly ExclusionList[], effect: RuleEffect<unknown>): Said {
  return say(byEffect(effect, SUMMARIES), {
    lists: lists.map(({ kind, id }) => say(LIST_NAMES[kind], { name: id })),
    lost: effect.lost.length,
    regained: effect.regained.length,
  });
}

const SUMMARIES = {
  both: 'cli-proxy-api.summary.both',
  lost: 'cli-proxy-api.summary.lost',
  regained: 'cli-proxy-api.summary.regained',
  none: 'cli-proxy-api.summary.none',
} as const;

const LIST_NAMES = { provider: 'cli-proxy-api.summary.accounts', key: 'cli-proxy-api.summary.key' } as const;

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
