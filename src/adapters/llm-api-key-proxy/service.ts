import { z } from 'zod';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { PageService, ServiceAdapter, ServiceAnswer } from '@/src/core/adapter/service-adapter';
import { StewardError, textError } from '@/src/core/errors';
import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import type { ChangePreview } from '@/src/schema/dry-run';
import { mapSchema } from '@/src/schema/map-schema';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import { isHidden } from '../kit/rules/decide-models';
import { createMatcher } from '../kit/rules/matcher';
import {
  differingProviders,
  normalisedRules,
  type ProviderList,
  providerLists,
  RULE_KINDS,
  type RuleSet,
  rulesOf,
  withRules,
} from '../kit/rules/provider-rules';
import { ruleCalls, type WantedRules } from '../kit/rules/rule-calls';
import { createRuleListHalf, type RuleStep } from '../kit/rules/rule-list-half';
import {
  assertReadable,
  effectKind,
  effectOf,
  effectPreview,
  type RuleEffect,
} from '../kit/rules/rule-lists';
import { invalidPattern, misnamedRules } from '../kit/rules/rule-problems';
import { isUnanswered, refusedChange, unlikeApi } from '../kit/service-errors';
import { counted, inForce, listed, listedIds, success } from '../kit/tool-results';
import { without } from '../kit/without';
import { llmApiKeyProxy } from './definition';
import {
  decideListed,
  type ListedDecision,
  type LlmProxyContext,
  providerOfId,
  providerProblem,
  ruleProblemIn,
  ruleSetProblem,
} from './filters';
import { changes, knownProvider, reads, unknownProvider } from './tools';

/**
 * Reads and changes the filters of an LLM-API-Key-Proxy over its admin API, which exists in every version with the web
 * UI.
 */
export const llmProxyService: ServiceAdapter = {
  id: 'llm-api-key-proxy',
  keyName: say('llm-api-key-proxy.key.name'),
  // A proxy without PROXY_API_KEY accepts every request, and no version bans addresses.
  mayNeedNoKey: true,
  keyHeaders: (key) => ({ Authorization: `Bearer ${key}` }),
  keyRefusal: ({ status }: ServiceAnswer) => (status === 401 ? say('llm-api-key-proxy.key.refused') : null),
  createHalf: createStateHalf,
};

function createStateHalf(service: PageService): StateHalf {
  const api = createAdminApi(service);

  async function readConfig(signal: AbortSignal): ReturnType<typeof api.config> {
    const config = await api.config(signal);
    for (const [provider, { ignore, whitelist }] of Object.entries(config.filters)) {
      assertReadable({
        [`IGNORE_MODELS_${provider.toUpperCase()}`]: ignore,
        [`WHITELIST_MODELS_${provider.toUpperCase()}`]: whitelist,
      });
    }
    return config;
  }

  return createRuleListHalf(llmApiKeyProxy, {
    stepSchema: z.object({ list: z.string(), before: ruleSet, after: ruleSet }),
    async context(signal) {
      const context: LlmProxyContext = { ...(await readConfig(signal)), ...(await api.models(signal)) };
      return context;
    },
    state: async (signal) => ({ filters: normalisedRules((await readConfig(signal)).filters) }),
    rules: api.filters,
    write: ({ list, after }, signal) => api.setFilters(list, after, signal),
    rulesIn: ({ filters }, provider) => rulesOf(filters, provider),
    differing: (one, other) => differingProviders(one.filters, other.filters),
    nameOf: (provider) => provider,
    problem: writeProblem,
    watch: async () => async () => ({ message: 'Saved in the server’s .env file.' }),
  });
}

function writeProblem({ list: provider, before, after }: RuleStep<string, RuleSet>): StewardError | null {
  const problem = ruleSetProblem(after, before);
  const said =
    providerProblem(provider) ??
    (problem &&
      say('llm-api-key-proxy.error.ruleNotWritable', {
        provider,
        rule: JSON.stringify(problem.pattern),
      }));
  if (said === null) return null;
  return new StewardError('state-refused', said, {
    remedy: say('llm-api-key-proxy.error.notWritableRemedy'),
    details: problem?.why ?? null,
  });
}

type Wanted = WantedRules<ProviderList>;

const CONFIG = '/v1/admin/config';
/**
 * Time limit of the list of models, in milliseconds. The first request after a start is slow, because the server
 * fetches the models of all providers. Requests are sent one at a time, so two successive readings have to fit into the
 * time limit of one.
 */
const MODELS_LIMIT_MS = 3_000;

/** The server's API, as far as Steward uses it. All methods reject with a StewardError only. */
interface AdminApi {
  /** Reads all rules and providers in one request, as they are in the server's `.env` file. */
  config(signal: AbortSignal): Promise<Pick<LlmProxyContext, 'filters' | 'providers'>>;
  /** Reads the models that clients get. If the server does not list them, `models` is null and `aliases` is empty. */
  models(signal: AbortSignal): Promise<Pick<LlmProxyContext, 'models' | 'aliases'>>;
  /** Reads both lists of one provider from the file. */
  filters(provider: string, signal: AbortSignal): Promise<RuleSet>;
  /** Replaces both lists of one provider. Rejects with `state-refused` if the server refuses. */
  setFilters(provider: string, rules: RuleSet, signal: AbortSignal): Promise<void>;
}

function createAdminApi(service: PageService): AdminApi {
  const get = (path: string, signal: AbortSignal) =>
    service.request({ method: 'GET', path, body: null }, signal);

  async function read<Value>(
    path: string,
    parse: (body: Json) => Value | null,
    signal: AbortSignal,
  ): Promise<Value> {
    const { status, body } = await get(path, signal);
    if (status === 404) {
      throw textError('page-protocol', say('llm-api-key-proxy.error.noAdminApi', { origin: service.origin }));
    }
    const value = status === 200 ? parse(body) : null;
    if (value === null) throw unlikeApi(service.origin, 'LLM-API-Key-Proxy', status);
    return value;
  }

  return {
    config: (signal) => read(CONFIG, readConfig, signal),

    async models(signal) {
      try {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(MODELS_LIMIT_MS)]);
        const { status, body } = await get('/v1/models', limited);
        return (status === 200 ? readModels(body) : null) ?? UNLISTED;
      } catch (error) {
        // The rules can be read and changed without the list of models.
        if (!signal.aborted && isUnanswered(error)) return UNLISTED;
        throw error;
      }
    },

    filters: (provider, signal) =>
      read(pathOf(provider), (body) => ruleSet.safeParse(body).data ?? null, signal),

    async setFilters(provider, { ignore, whitelist }, signal) {
      // The server requires both lists, and replaces both.
      const request = { method: 'PUT' as const, path: pathOf(provider), body: { ignore, whitelist } };
      const answer = await service.request(request, signal);
      if (answer.status === 200) return;
      throw refusedChange(say('kit.ruleList.refused', { list: provider }), answer, 'detail');
    },
  };
}

const UNLISTED = { models: null, aliases: [] };

function pathOf(provider: string): string {
  return `${CONFIG}/model-filters/${encodeURIComponent(provider)}`;
}

const texts = z.array(z.string());
/** Schema of the two lists of a provider. */
const ruleSet = z.object({ ignore: texts, whitelist: texts });

/** The parts of the answers that Steward uses. The schemas drop everything else. */
const configSchema = z.object({
  providers: mapSchema(
    z.string(),
    z.object({ api_key_count: z.int().nonnegative(), oauth_count: z.int().nonnegative() }),
  ),
  // Base URLs of custom providers may contain credentials, so only the names are kept.
  custom_providers: mapSchema(z.string(), z.unknown()).optional(),
  model_filters: mapSchema(z.string(), ruleSet),
});
const modelsSchema = z.object({
  data: z.array(z.object({ id: z.string(), latest_alias_for: z.unknown().optional() })),
});

/** Parses the answer of `GET /v1/admin/config`; null if the answer has another form. */
function readConfig(body: Json): Pick<LlmProxyContext, 'filters' | 'providers'> | null {
  const parsed = configSchema.safeParse(body);
  if (!parsed.success) return null;
  const { providers, custom_providers: custom, model_filters: found } = parsed.data;
  const withoutCredentials = Object.keys(custom ?? []).map((name) => [name, { keys: 0, oauth: 0 }] as const);
  const withCredentials = Object.entries(providers).map(
    ([name, { api_key_count: keys, oauth_count: oauth }]) => [name, { keys, oauth }] as const,
  );
  const entries = [...withoutCredentials, ...withCredentials].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return { filters: normalisedRules(found), providers: Object.fromEntries(entries) };
}

/** Parses the ids in the answer of `GET /v1/models`; null if it has another form. The server may list an id twice. */
function readModels(body: Json): Pick<LlmProxyContext, 'models' | 'aliases'> | null {
  const parsed = modelsSchema.safeParse(body);
  if (!parsed.success) return null;
  const ids = (isAlias: boolean) =>
    parsed.data.data
      .filter((model) => ((model.latest_alias_for ?? null) !== null) === isAlias)
      .map(({ id }) => id);
  return { models: [...new Set(ids(false))].sort(), aliases: [...new Set(ids(true))].sort() };
}

const rulesIn = ({ filters }: LlmProxyContext, list: ProviderList) => providerLists.rulesIn(filters, list);

export const llmProxyCalls = ruleCalls(llmApiKeyProxy, {
  reads,
  changes,
  rulesIn,
  find: knownList,
  unknown: (context, { provider }) => unknownProvider(context, provider),
  problem,
  nothingNew: ({ list: { provider, kind }, action }) =>
    action === 'replace'
      ? failure('nothing_to_change', `The ${kind} list of ${provider} already has exactly these rules.`)
      : failure(
          'duplicate_rule',
          `The ${kind} list of ${provider} has these rules already; nothing was changed.`,
        ),
  withRules(context, { provider, kind }, rules) {
    const before = rulesOf(context.filters, provider);
    const after = { ...before, [kind]: [...rules] };
    return {
      step: { list: provider, before, after },
      after: { ...context, filters: withRules(context.filters, provider, after) },
    };
  },
  modelsOf: ({ models }, { provider }) => models?.filter((id) => providerOfId(id) === provider) ?? null,
  matcher: createMatcher,
  noteOn: (count, isThere) => {
    if (isThere) return say('llm-api-key-proxy.preview.isThere');
    return count === null ? null : say('llm-api-key-proxy.preview.matches', { count });
  },
  preview,
  changed({ list: { provider, kind }, after, rules }, before): ToolResult {
    const effect = effectBetween(before, after);
    return success(
      [
        `Saved the ${kind} rules of ${provider}.`,
        english(summaryOf(effect, before)),
        `Restart needed. ${english(AFTER_RESTART)} Call check_rules_in_force once the user has restarted it.`,
        ...notes(before, after).map(english),
      ].join(' '),
      {
        provider,
        list: kind,
        ...listed('rules', rules),
        restart_needed: true,
        ...inForce('unknown', '').data,
        ...listedIds('newly_hidden', effect.lost),
        ...(effect.regained.length === 0 ? {} : listedIds('stay_listed', effect.regained)),
      },
    );
  },
});

/**
 * Text on when a change takes effect, and on the actions that don't apply it: the proxy reads its rules only when it
 * starts.
 */
const AFTER_RESTART = say('llm-api-key-proxy.preview.afterRestart');

function knownList(context: LlmProxyContext, { list: { provider, kind } }: Wanted): ProviderList | null {
  const known = knownProvider(context, provider);
  return known === null ? null : { provider: known, kind };
}

function problem(context: LlmProxyContext, { list, action, patterns }: Wanted): ToolResult | null {
  const { provider } = list;
  const noProvider = providerProblem(provider);
  if (noProvider !== null) return failure('provider_not_writable', english(noProvider), { provider });
  const found = action === 'remove' ? null : ruleProblemIn(patterns, rulesIn(context, list));
  return found && invalidPattern(found.pattern, `${found.why}. Nothing was changed`);
}

/** The effect of a change after a restart. */
function effectBetween(before: LlmProxyContext, after: LlmProxyContext): RuleEffect<ListedDecision> {
  return effectOf(decideListed(before), decideListed(after), isHidden, ({ id }) => providerOfId(id));
}

function summaryOf(effect: RuleEffect<ListedDecision>, { models }: LlmProxyContext): Said {
  if (models === null) return say('llm-api-key-proxy.summary.unknown');
  const kind = effectKind(effect);
  const { lost, regained } = effect;
  return say(`llm-api-key-proxy.summary.${kind}`, { lost: lost.length, regained: regained.length });
}

const OLD_RULES_KEPT = {
  ignore: 'llm-api-key-proxy.preview.ignoreKept',
  whitelist: 'llm-api-key-proxy.preview.whitelistKept',
} as const;

/**
 * Sentences about models that may come back, about rules that stay in force, and about rules that don't match the model
 * whose name they equal.
 */
function notes({ filters, models }: LlmProxyContext, after: LlmProxyContext): Said[] {
  return differingProviders(filters, after.filters).flatMap((provider) => {
    const [was, is] = [rulesOf(filters, provider), rulesOf(after.filters, provider)];
    const loosened = without(was.ignore, is.ignore).length + without(is.whitelist, was.whitelist).length;
    const emptied = RULE_KINDS.filter((kind) => was[kind].length > 0 && is[kind].length === 0);
    const ids = models?.filter((id) => providerOfId(id) === provider) ?? [];
    return [
      ...misnamedRules(was, is, ids).map((rule) => say('kit.rules.misnamed', { ...rule })),
      ...emptied.map((kind) => say(OLD_RULES_KEPT[kind], { provider })),
      ...counted([loosened, say('llm-api-key-proxy.preview.notListed')]),
    ];
  });
}

/** The effect of a change on clients after a restart, for the approval request. */
function preview(before: LlmProxyContext, after: LlmProxyContext): ChangePreview {
  const effect = effectBetween(before, after);
  const uncertain = [...effect.lost, ...effect.regained].filter(({ isCertain }) => !isCertain).length;
  return effectPreview(
    effect,
    ({ id, isCertain }) => ({
      name: id,
      detail: isCertain ? null : say('llm-api-key-proxy.preview.uncertain'),
    }),
    {
      summary: summaryOf(effect, before),
      titles: [say('llm-api-key-proxy.preview.lost'), say('llm-api-key-proxy.preview.regained')],
      emptied: say('llm-api-key-proxy.preview.emptied'),
      wayBack: say('llm-api-key-proxy.preview.wayBack'),
      warning: say('llm-api-key-proxy.preview.atOnce'),
      isComplete: before.models !== null,
      isServed: before.models !== null,
      differences: llmApiKeyProxy.diffState(before, after),
      unknown: [
        ...notes(before, after),
        ...counted([uncertain, say('llm-api-key-proxy.preview.uncertainModels', { count: uncertain })]),
      ],
      others: [AFTER_RESTART, say('llm-api-key-proxy.preview.hiddenAnswer')],
    },
  );
}
