import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import type { PageService, ServiceAdapter, ServiceAnswer } from '@/src/core/adapter/service-adapter';
import { isStewardError, type StewardError } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { applyProxyState } from './apply-state';
import { type ClientEffect, type ClientModels, createClientModels } from './client-models';
import { listLabel, rulesOf } from './exclusion-list';
import { createManagementApi, type ManagementApi } from './management-api';
import { normaliseRules } from './matcher';
import { type CliProxyContext, type CliProxyState, restorableState } from './proxy-context';
import { sameRules } from './rule-lists';
import { type RuleStep, readStep } from './rule-step';

const ID = 'cli-proxy-api';

/** Reads and changes the exclusions of a CLIProxyAPI server over its management API. */
export const cliProxyService: ServiceAdapter = {
  id: ID,
  keyName: 'management key',
  // It counts a request without a key as a failure, and bans the address after five.
  mayNeedNoKey: false,
  keyHeaders: (key) => ({ 'X-Management-Key': key }),
  keyRefusal,
  createHalf: (service) => createStateHalf(service, () => Date.now()),
};

/** `now` in milliseconds since 1970. */
function createStateHalf(service: PageService, now: () => number): StateHalf {
  const api = createManagementApi(service, now);
  const clients = createClientModels(service);
  return {
    id: ID,
    async getContext(signal) {
      const { providers, keys, entries, aliases } = await api.config(signal);
      const context: CliProxyContext = {
        providers,
        keys,
        entries,
        aliases,
        catalogues: await api.catalogues(signal),
      };
      return context;
    },
    // The host passes only contexts that getContext resolved with.
    stateOf: (context) => restorableState(context as CliProxyContext),
    // The background parsed it by this adapter's schema when it was read.
    applyState: async (state, signal): Promise<Json> => applyProxyState(api, state as CliProxyState, signal),
    query: async () => WRONG_WAY,
    async execute(_tool, args, signal) {
      const step = readStep(args);
      return step === null ? { result: WRONG_WAY, state: null } : carryOut(api, clients, step, signal);
    },
  };
}

/** Replaces the rules of one list, and reads them back: the server may store other text than it was sent. */
async function carryOut(
  api: ManagementApi,
  clients: ClientModels,
  step: RuleStep,
  signal: AbortSignal,
): Promise<HalfChange> {
  const { list, before, watched } = step;
  const after = normaliseRules(step.after);
  const found = await api.config(signal);
  const now = rulesOf(found, list);
  if (!sameRules(now, before)) return { result: changedMeanwhile(step, now), state: null };
  const servedBefore = await clients.read(found.clientKey, signal);
  const refusal = await refusalOf(api.setRules(list, found.places.get(list.id) ?? null, after, signal));
  const { providers, keys } = await api.config(signal);
  const state = { providers, keys };
  const left = rulesOf(state, list);
  const isInForce = sameRules(left, after);
  if (refusal !== null) return { result: refused(refusal, isInForce), state };
  if (!isInForce) return { result: notApplied(step, left), state };
  const effect =
    servedBefore === null ? null : await clients.effect(found.clientKey, watched, servedBefore, signal);
  return { result: done(effect), state };
}

/** `effect`: on the models that clients get; null if unknown. */
function done(effect: ClientEffect | null): ToolResult {
  if (effect === null) {
    return { success: true, message: 'Which models clients get now could not be checked.' };
  }
  const { stillServed, notServed } = effect;
  if (stillServed.length + notServed.length === 0) {
    return { success: true, message: 'Checked: clients get the changed list of models.' };
  }
  const sentences = [
    ...(stillServed.length === 0
      ? []
      : ['Clients still get some of these models, since another account or key serves them.']),
    ...(notServed.length === 0
      ? []
      : ['Clients don’t get some of these models: no account or key serves them.']),
  ];
  return {
    success: true,
    message: sentences.join(' '),
    data: { still_served: stillServed, not_served: notServed },
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

/** A server that can't write its file keeps the new rules in memory nevertheless. */
function refused({ message }: StewardError, isInForce: boolean): ToolResult {
  const outcome = isInForce
    ? 'The new rules are in force all the same, but are lost when the server restarts.'
    : 'Nothing was changed.';
  return { success: false, message: `${message} ${outcome}`, error_code: 'server_refused' };
}

/** The tools of this adapter run in the background and send one step; anything else is a bug. */
const WRONG_WAY: ToolResult = {
  success: false,
  message: 'The page takes no such operation; nothing was done.',
  error_code: 'wrong_way',
};

function changedMeanwhile({ list }: RuleStep, now: string[]): ToolResult {
  return {
    success: false,
    message: `Somebody else changed the rules of ${listLabel(list)} meanwhile, so nothing was done.`,
    data: { rules_now: now },
    error_code: 'page_changed',
  };
}

function notApplied({ list }: RuleStep, left: string[]): ToolResult {
  return {
    success: false,
    message: `The server confirmed the change, but the rules of ${listLabel(list)} are others now.`,
    data: { rules_now: left },
    error_code: 'not_applied',
  };
}

/**
 * The server counts each refusal, also of a request without a key, and bans the address for 30 minutes after five. So any
 * refusal ends all requests until the user enters a key again.
 */
function keyRefusal({ status, body }: ServiceAnswer): string | null {
  if (status === 401) {
    return 'The server refuses the management key. After five wrong keys it bans this computer’s address for 30 minutes.';
  }
  if (status !== 403) return null;
  const reason =
    typeof body === 'object' && body !== null && !Array.isArray(body) && typeof body.error === 'string'
      ? body.error.slice(0, 200)
      : 'no reason given';
  return `The server refuses to be managed from here (${reason}).`;
}
