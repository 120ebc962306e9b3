import { isStewardError, StewardError } from '@/src/core/errors';
import { joinWithAnd } from '@/src/core/in-words';
import { failedChange, isUnanswered } from '../unanswered';
import { differingLists, type ListRef, rulesOf } from './exclusion-list';
import { type ManagementApi, noSuchKey } from './management-api';
import type { CliProxyState } from './proxy-context';
import { sameRules } from './rule-lists';

/**
 * Changes the server's rules to `wanted`, one list after the other, since the API has no request for several lists. If one
 * fails, or somebody else changes one meanwhile, the lists that were changed are restored, and it rejects with
 * `state-refused` and a message that says what could not be restored; if a request was not answered, with that error's code.
 */
export async function applyProxyState(
  api: ManagementApi,
  wanted: CliProxyState,
  signal: AbortSignal,
): Promise<CliProxyState> {
  const start = await api.config(signal);
  const lists = differingLists(start, wanted);
  for (const list of lists) {
    if (list.kind === 'key' && !start.places.has(list.id)) throw noSuchKey(list);
  }
  const begun: ListRef[] = [];
  let isSending = false;
  for (const list of lists) {
    try {
      const config = await api.config(signal);
      if (!sameRules(rulesOf(config, list), rulesOf(start, list))) throw changedMeanwhile(list);
      begun.push(list);
      isSending = true;
      await api.setRules(list, config.places.get(list.id) ?? null, rulesOf(wanted, list), signal);
      isSending = false;
    } catch (cause) {
      throw await restored(api, { start, wanted, begun, cause, isOpen: isSending && isUnanswered(cause) });
    }
  }
  const { providers, keys } = await api.config(signal);
  return { providers, keys };
}

interface FailedChange {
  start: CliProxyState;
  wanted: CliProxyState;
  /** The lists whose change was sent; the last one may have failed. */
  begun: readonly ListRef[];
  cause: unknown;
  /** True if a request of the change was not answered. */
  isOpen: boolean;
}

/** Restores the lists that were changed, unless somebody else changed them since. Resolves with the error to throw. */
async function restored(
  api: ManagementApi,
  { start, wanted, begun, cause, isOpen }: FailedChange,
): Promise<StewardError> {
  // The signal of the change may have aborted already.
  const { signal } = new AbortController();
  const left: string[] = [];
  for (const list of [...begun].reverse()) {
    try {
      const config = await api.config(signal);
      const now = rulesOf(config, list);
      if (sameRules(now, rulesOf(start, list))) continue;
      if (!sameRules(now, rulesOf(wanted, list))) {
        left.push(`${list.id} (changed by somebody else)`);
        continue;
      }
      await api.setRules(list, config.places.get(list.id) ?? null, rulesOf(start, list), signal);
    } catch (error) {
      left.push(`${list.id} (${isStewardError(error) ? error.message : String(error)})`);
    }
  }
  const outcome =
    left.length === 0
      ? 'The rules are as they were before.'
      : `These lists could not be restored: ${joinWithAnd(left)}.`;
  return failedChange(cause, isOpen, outcome);
}

function changedMeanwhile({ id }: ListRef): StewardError {
  return new StewardError('state-refused', `Somebody else changed the rules of ${id} meanwhile.`, {
    remedy: 'Look at the page, then try again.',
  });
}
