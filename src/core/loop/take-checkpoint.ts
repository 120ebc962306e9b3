import type { CheckpointCall } from '@/src/schema/checkpoint';
import type { KnownPage } from '@/src/schema/known-page';
import type { AssistantMessage } from '@/src/schema/message';
import { adapterFor } from '../adapter/adapter-of-chat';
import { compareWith } from '../page-history/compare-page';
import { unreportedChanges } from '../page-history/unreported-changes';
import type { CallAtGate } from '../policy/call-at-gate';
import type { NewCheckpoint } from '../ports/new-checkpoint';
import type { PageReading } from '../ports/page-port';
import { resultOf } from '../records/message';
import { boundPage, type ChatRecord } from '../records/record-access';
import { changesPage } from '../records/tool-effect';
import { isRefused } from '../records/tool-result';
import type { ParsedCall } from '../tools/validate-call';
import type { LoopDeps } from './agent-loop';

/**
 * Computes the response's checkpoint: before its first change, and after the approval. The caller stores it with the call that begins;
 * null if the response has one. Takes a stored one again if the calls so far were refused and the page has changed since, for
 * example by an earlier call that took effect late. `known`: the page as the conversation knows it.
 */
export async function nextCheckpoint(
  deps: LoopDeps,
  record: ChatRecord,
  { response, calls }: Pick<CallAtGate, 'response' | 'calls'>,
  known: KnownPage | null,
  reading: PageReading,
): Promise<NewCheckpoint | null> {
  const taken = await deps.checkpointStore.ofResponse(response);
  if (taken !== null && (taken.stateHash === reading.stateHash || (await mayHaveChanged(deps, response))))
    return null;
  const { chat } = record;
  const adapter = adapterFor(chat, deps.adapters);
  const { stateHash } = reading;
  const state = adapter.restorableState(reading.context);
  // After a rollback to this page the model receives these changes: it was shown the page without them.
  const unreported = unreportedChanges(adapter, chat, await compareWith(deps, chat, known, reading));
  if (taken !== null) {
    await deps.checkpoints.renew(taken, { state, stateHash, unreported });
    return null;
  }
  return deps.checkpoints.next({
    chatId: response.chatId,
    page: boundPage(chat),
    reason: 'before-changes',
    runId: response.runId,
    messageId: response.id,
    ...(await numberOf(deps, record, response)),
    position: response.position,
    calls: changingCalls(calls),
    stateHash,
    state,
    conversation: null,
    known: null,
    unreported,
    limit: chat.settings.checkpointLimit,
  });
}

/** The number of a response's checkpoint after the last one of its run; empty for the run's first. */
async function numberOf(
  { checkpointStore }: LoopDeps,
  { messages }: ChatRecord,
  { runId, position }: AssistantMessage,
): Promise<{ number?: number }> {
  for (const one of messages.filter((each) => each.runId === runId && each.position < position).reverse()) {
    const taken = await checkpointStore.ofResponse(one);
    if (taken !== null) return { number: (taken.number ?? 1) + 1 }; // The first one has no number.
  }
  return {};
}

/** False if each started call of the response that could change the page has been refused. */
async function mayHaveChanged(
  { journal }: LoopDeps,
  { id, chatId, position }: AssistantMessage,
): Promise<boolean> {
  const started = (await journal.executionsOf(id)).filter(({ startedAtMs }) => startedAtMs !== null);
  if (started.length === 0) return false;
  const messages = await journal.messagesFrom(chatId, position + 1);
  return started.some(({ id: executionId, effect }) => {
    if (effect === null || !changesPage(effect)) return false;
    const answer = resultOf(messages, executionId);
    return answer === null || !isRefused(answer.result);
  });
}

function changingCalls(calls: readonly ParsedCall[]): CheckpointCall[] {
  return calls.flatMap((made) => {
    if (made.kind === 'invalid' || !changesPage(made.tool.effect)) return [];
    const { executionId, name } = made.call;
    return [{ executionId, name, args: made.args, success: null, message: null }];
  });
}
