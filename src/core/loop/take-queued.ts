import { toErrorInfo } from '../errors';
import type { TakenInput } from '../ports/journal';
import type { ChatRecord } from '../records/record-access';
import { currentRun } from '../records/record-access';
import type { Run } from '../records/run';
import { joinRun } from './accept-input';
import { admit, type Sender } from './admission';
import { announce, beginRun, type Opening } from './begin-run';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';

/**
 * A run stands still: goes on with what was queued meanwhile, if it may enter the wait that the run is in, or begin
 * the next run. Answers whether it did.
 */
export async function takeQueued(deps: LoopDeps, chatId: string, signal: AbortSignal): Promise<boolean> {
  const record = await deps.journal.load(chatId);
  const run = currentRun(record);
  const { pendingMessage, pendingEvents } = record.chat;
  const senders: Sender[] = pendingEvents.map(({ scope }) => ({ kind: 'event', scope }));
  if (pendingMessage !== null) senders.push({ kind: 'user' });
  if (senders.some((sender) => endsWait(run, sender))) {
    await joinRun(deps, record, { message: null, event: null });
    return true;
  }
  const next = nextOpening(record);
  return next !== null && endedWell(run) ? begin(deps, record, next, signal) : false;
}

async function begin(
  deps: LoopDeps,
  record: ChatRecord,
  { opening, taken }: { opening: Opening; taken: TakenInput },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    announce(deps, await beginRun(deps, record, opening, taken, signal));
    return true;
  } catch (error) {
    // It stays in the queue, where the user finds it beside this error.
    deps.events.emit(sourceOf(currentRun(record)), { type: 'error', error: toErrorInfo(error) });
    return false;
  }
}

/** What begins the next run: the user's message before any event; null if nothing waits. */
function nextOpening({ chat }: ChatRecord): { opening: Opening; taken: TakenInput } | null {
  const { pendingMessage: message, pendingEvents } = chat;
  if (message !== null) {
    return { opening: { kind: 'user', text: message.text }, taken: { message, events: [] } };
  }
  const [event] = pendingEvents;
  if (event === undefined) return null;
  const { scope, text } = event;
  return { opening: { kind: 'event', scope, text }, taken: { message: null, events: [event] } };
}

/** Whether a sender ends the run's wait (ledger conflict 19). Not a question: what was written before it is no answer. */
function endsWait({ status }: Run, sender: Sender): boolean {
  return status.state !== 'waiting-for-user-input' && admit(status, sender) === 'join';
}

/** After an error or a stop the user comes first. */
function endedWell({ status }: Run): boolean {
  return (
    status.state === 'done' || (status.state === 'waiting-for-system-input' && status.outcome === 'completed')
  );
}
