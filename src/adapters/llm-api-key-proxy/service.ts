import { z } from 'zod';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { PageService, ServiceAdapter, ServiceAnswer } from '@/src/core/adapter/service-adapter';
import { StewardError } from '@/src/core/errors';
import { say } from '@/src/schema/values/said';
import { differingProviders, normalisedRules, type RuleSet, rulesOf } from '../kit/rules/provider-rules';
import { createRuleListHalf, type RuleStep } from '../kit/rules/rule-list-half';
import { assertReadable } from '../kit/rules/rule-lists';
import { createAdminApi, ruleSet } from './admin-api';
import { type LlmProxyContext, providerProblem, restorableState, ruleSetProblem } from './filters';

const ID = 'llm-api-key-proxy';

/**
 * Reads and changes the filters of an LLM-API-Key-Proxy over its admin API, which exists in every version with the web
 * UI.
 */
export const llmProxyService: ServiceAdapter = {
  id: ID,
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

  return createRuleListHalf({
    id: ID,
    stepSchema: z.object({ list: z.string(), before: ruleSet, after: ruleSet }),
    async context(signal) {
      const context: LlmProxyContext = { ...(await readConfig(signal)), ...(await api.models(signal)) };
      return context;
    },
    // The caller passes only contexts that this half returned.
    stateOf: (context) => restorableState(context as LlmProxyContext),
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
