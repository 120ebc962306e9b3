import { z } from 'zod';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { PageService, ServiceAdapter, ServiceAnswer } from '@/src/core/adapter/service-adapter';
import { StewardError, textError } from '@/src/core/errors';
import { mapSchema } from '@/src/schema/map-schema';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { differingProviders, normalisedRules, type RuleSet, rulesOf } from '../kit/rules/provider-rules';
import { ruleCalls } from '../kit/rules/rule-calls';
import { createRuleListHalf, type RuleStep } from '../kit/rules/rule-list-half';
import { assertReadable } from '../kit/rules/rule-lists';
import { isUnanswered, refusedChange, unlikeApi } from '../kit/service-errors';
import { llmApiKeyProxy } from './definition';
import { type LlmProxyContext, providerProblem, ruleSetProblem } from './filters';
import { filterTools } from './tools';

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

/** The tools of the page, and their dry run. */
export const llmProxyCalls = ruleCalls(llmApiKeyProxy, filterTools);
