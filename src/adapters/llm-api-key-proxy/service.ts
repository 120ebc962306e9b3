import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import type { PageService, ServiceAdapter, ServiceAnswer } from '@/src/core/adapter/service-adapter';
import { isStewardError, type StewardError } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { type RuleSet, sameRules } from '../model-filter/model-filter-context';
import { type AdminApi, createAdminApi } from './admin-api';
import { applyFilters } from './apply-state';
import { type LlmProxyContext, type LlmProxyState, restorableState } from './proxy-context';
import { type RuleStep, readStep } from './rule-step';

const ID = 'llm-api-key-proxy';

/** Reads and changes the filters of an LLM-API-Key-Proxy over the admin API that came with its web UI. */
export const llmProxyService: ServiceAdapter = {
  id: ID,
  keyName: 'proxy API key',
  // A proxy without PROXY_API_KEY takes every request, and none bans an address.
  mayNeedNoKey: true,
  keyHeaders: (key) => ({ Authorization: `Bearer ${key}` }),
  keyRefusal: ({ status }: ServiceAnswer) => (status === 401 ? 'The proxy refuses the API key.' : null),
  createHalf: createStateHalf,
};

function createStateHalf(service: PageService): StateHalf {
  const api = createAdminApi(service);
  return {
    id: ID,
    async getContext(signal) {
      const config = await api.config(signal);
      const context: LlmProxyContext = { ...config, ...(await api.models(signal)) };
      return context;
    },
    // The host passes only contexts that getContext resolved with.
    stateOf: (context) => restorableState(context as LlmProxyContext),
    // The background parsed it by this adapter's schema when it was read.
    applyState: async (state, signal): Promise<Json> => applyFilters(api, state as LlmProxyState, signal),
    query: async () => WRONG_WAY,
    async execute(_tool, args, signal) {
      const step = readStep(args);
      return step === null ? { result: WRONG_WAY, state: null } : carryOut(api, step, signal);
    },
  };
}

/** Replaces the lists of one provider, and reads them back: the server doesn't check what it writes. */
async function carryOut(api: AdminApi, step: RuleStep, signal: AbortSignal): Promise<HalfChange> {
  const { provider, before, after } = step;
  const found = await api.filters(provider, signal);
  if (!sameRules(found, before)) return { result: changedMeanwhile(step, found), state: null };
  const refusal = await refusalOf(api.setFilters(provider, after, signal));
  const left = await api.filters(provider, signal);
  const { filters } = await api.config(signal);
  return { result: outcomeOf(step, left, refusal), state: { filters } };
}

function outcomeOf(step: RuleStep, left: RuleSet, refusal: StewardError | null): ToolResult {
  const isSaved = sameRules(left, step.after);
  if (refusal === null && isSaved) return { success: true, message: 'Saved in the server’s .env file.' };
  const rules = { rules_now: { ...left } };
  if (refusal === null) {
    return {
      success: false,
      message: `The server confirmed the change, but its .env file has other rules for ${step.provider} now.`,
      data: rules,
      error_code: 'not_applied',
    };
  }
  // It writes one list after the other, so the second may have failed alone.
  const outcome = isSaved
    ? 'The rules are saved all the same.'
    : sameRules(left, step.before)
      ? 'Nothing was changed.'
      : 'It saved a part of them.';
  return {
    success: false,
    message: `${refusal.message} ${outcome}`,
    data: rules,
    error_code: 'server_refused',
  };
}

/** The server's refusal of a change; null if it made the change. Other failures leave it open whether it did. */
async function refusalOf(change: Promise<void>): Promise<StewardError | null> {
  try {
    await change;
    return null;
  } catch (error) {
    if (isStewardError(error) && error.code === 'state-refused') return error;
    throw error;
  }
}

/** The tools of this adapter run in the background and send one step; anything else is a bug. */
const WRONG_WAY: ToolResult = {
  success: false,
  message: 'The page takes no such operation; nothing was done.',
  error_code: 'wrong_way',
};

function changedMeanwhile({ provider }: RuleStep, now: RuleSet): ToolResult {
  return {
    success: false,
    message: `Somebody else changed the rules of ${provider} meanwhile, so nothing was done.`,
    data: { rules_now: { ...now } },
    error_code: 'page_changed',
  };
}
