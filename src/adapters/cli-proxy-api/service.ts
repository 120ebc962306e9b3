import { z } from 'zod';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type {
  PageService,
  ServiceAdapter,
  ServiceAnswer,
  ServiceClosure,
} from '@/src/core/adapter/service-adapter';
import type { Clock, Timer } from '@/src/core/ports/clock';
import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { type Said, say } from '@/src/schema/values/said';
import { decisionBudget } from '../kit/rules/decision-budget';
import { sameTexts } from '../kit/rules/list-changes';
import { ruleCalls, type WantedRules } from '../kit/rules/rule-calls';
import { createRuleListHalf } from '../kit/rules/rule-list-half';
import {
  assertReadable,
  differingLists,
  effectKind,
  effectOf,
  effectPreview,
  type RuleEffect,
} from '../kit/rules/rule-lists';
import { reasonIn, refusalOf } from '../kit/service-errors';
import { filterInSteps, findInSteps, rememberedWork, type Steps } from '../kit/slices';
import { searchBudget } from '../kit/star-pattern';
import { counted, listed, listedIds, success } from '../kit/tool-results';
import { cliProxyApi, diffState } from './definition';
import {
  ALL_MODELS,
  allLists,
  type CliProxyContext,
  type CliProxyState,
  decideInSteps,
  decisions,
  type ExcludableModel,
  type ExclusionList,
  exclusionLists,
  isExcluded,
  listLabel,
  modelsOf,
  normaliseRules,
  normaliseText,
  restorableState,
  ruleMatcher,
  rulesOf,
  servedBy,
  whyWithoutRules,
  withList,
} from './exclusions';
import {
  createManagementApi,
  type ProxyConfig,
  REASON,
  readIds,
  watchModels,
  withoutPlace,
} from './management-api';
import { changes, knownList, newProviderNotes, reads, unknownList } from './tools';

const texts = z.array(z.string());

/** Reads and changes the exclusions of a CLIProxyAPI server over its management API. */
export const cliProxyService: ServiceAdapter = {
  id: 'cli-proxy-api',
  keyName: say('cli-proxy-api.key.name'),
  // The server counts a request without a key as a failure, and bans the address after five.
  mayNeedNoKey: false,
  keyHeaders: (key) => ({ 'X-Management-Key': key }),
  keyRefusal,
  closure,
  createHalf: createStateHalf,
};

function createStateHalf(service: PageService, clock: Clock, timer: Timer): StateHalf {
  const api = createManagementApi(service, clock);
  /** The latest reading, with the positions of the keys. */
  let newest: ProxyConfig | null = null;

  async function readConfig(signal: AbortSignal): Promise<ProxyConfig> {
    const config = await api.config(signal);
    assertReadable({ ...config.providers, ...config.keys });
    newest = config;
    return config;
  }

  return createRuleListHalf(cliProxyApi, {
    stepSchema: z.object({
      list: z.object({ kind: z.enum(['provider', 'key']), id: z.string() }),
      before: texts,
      after: texts.transform(normaliseRules),
    }),
    async context(signal) {
      const { providers, keys, entries, aliases } = await readConfig(signal);
      const context: CliProxyContext = {
        providers,
        keys,
        entries,
        aliases,
        catalogues: await api.catalogues(signal),
        accounts: await api.accounts(signal),
      };
      return context;
    },
    state: async (signal) => restorableState(await readConfig(signal)),
    async write({ list, before, after }, signal) {
      const place = newest?.places.get(list.id);
      const refusal = await refusalOf(api.setRules(list, place, after, signal));
      if (refusal === null) return;
      // If the server fails to write its file, it keeps the new rules in memory, does not apply them, and would write
      // them with the next change. It refuses this second request too, but then reloads the rules of its file.
      if (sameTexts(rulesOf(await readConfig(signal), list), after)) {
        await refusalOf(api.setRules(list, place, before, signal));
      }
      throw refusal;
    },
    rulesIn: rulesOf,
    differing: (one, other) => differingLists(exclusionLists, one, other),
    nameOf: ({ id }) => id,
    problem({ list }) {
      const place = newest?.places.get(list.id);
      const isPlaced = list.kind === 'provider' || (place !== null && place !== undefined);
      return isPlaced ? null : withoutPlace(list, place);
    },
    async watch(signal) {
      const { clientKey } = newest ?? (await readConfig(signal));
      return watchModels(timer, async () => {
        if (clientKey !== null) return readIds(service, clientKey, signal);
        const served = await api.accounts(signal);
        return served && Object.values(served).flat();
      });
    },
  });
}

/**
 * The server counts wrong keys and requests without a key, and bans the address for 30 minutes after five. So a refused
 * key ends all requests until the user enters another one.
 */
function keyRefusal({ status }: ServiceAnswer): Said | null {
  return status === 401 ? say('cli-proxy-api.key.refused') : null;
}

/** The server refuses the address, whatever the key: other programs on this computer may have caused a ban. */
function closure(answer: ServiceAnswer): ServiceClosure | null {
  if (answer.status !== 403) return null;
  const reason = reasonIn(answer, REASON);
  const [, minutes, seconds] = /again in (?:(\d+)m)?(\d+)s/.exec(reason ?? '') ?? [];
  return {
    message:
      reason === null
        ? say('cli-proxy-api.error.closed')
        : say('cli-proxy-api.error.closedWithReason', { reason }),
    remedy: say('cli-proxy-api.error.closedRemedy'),
    // Durations below a minute have no minutes.
    waitMs: (Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000,
  };
}

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
  modelsOf,
  matcher: ruleMatcher,
  noteOn: (count) => (count === null ? null : say('cli-proxy-api.preview.matches', { count })),
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
  return modelsOf(context, list) === null
    ? null
    : withoutEffect(decisions.ofList(context, list), [...patterns]);
}

/**
 * The failure for a pattern that matches no id, but another name of a model: rules are not compared with that name.
 * Null if there is no such pattern.
 */
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
  const unknown = lists.filter((list) => modelsOf(before, list) === null);
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
  const kind = effectKind(effect);
  return say(`cli-proxy-api.summary.${kind}`, {
    lists: lists.map(({ kind, id }) => say(LIST_NAMES[kind], { name: id })),
    lost: effect.lost.length,
    regained: effect.regained.length,
  });
}

const LIST_NAMES = { provider: 'cli-proxy-api.summary.accounts', key: 'cli-proxy-api.summary.key' } as const;

/**
 * The first API key that does not exclude a model, by model. A prefix may prevent the key from serving the model under
 * that name.
 */
const keysByModel = rememberedWork(function* (
  context: CliProxyContext,
  _: null,
): Steps<ReadonlyMap<string, string>> {
  const budget = decisionBudget();
  const found = new Map<string, string>();
  for (const list of allLists(context)) {
    if (list.kind === 'provider') continue;
    for (const model of yield* decideInSteps(context, list, budget)) {
      if (!isExcluded(model) && !found.has(model.id)) found.set(model.id, list.id);
    }
  }
  return found;
});
