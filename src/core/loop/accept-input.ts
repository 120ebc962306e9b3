import type { TakenInput } from '../ports/journal';
import type { QueuedEvent, QueuedMessage } from '../records/chat';
import type { Message, SystemMessage, UserMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { currentRun, nextPosition } from '../records/record-access';
import type { Run } from '../records/run';
import type { RunStatus } from '../records/run-status';
import { transition } from '../records/transition';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';

/** Nothing was taken out of the queue. */
const NOTHING_TAKEN: TakenInput = { message: null, events: [] };

/** The event by which the model hears of a change of the page. */
export const PAGE_CHANGED = { scope: 'page', text: 'The page changed.' } as const;

/**
 * Puts what waits in the chat's queue into the conversation of the run under way, events first. Answers whether there
 * was anything. Only at a boundary: every call of the last response has its result.
 */
export async function acceptQueued(deps: LoopDeps, record: ChatRecord): Promise<boolean> {
  const { pendingMessage: message, pendingEvents: events } = record.chat;
  if (message === null && events.length === 0) return false;
  await accept(deps, record, { message, events }, { message, events });
  return true;
}

/** Input that a waiting run was waiting for: it enters at once, behind what is queued, and the run goes on. */
export async function joinRun(
  deps: LoopDeps,
  record: ChatRecord,
  input: { message: QueuedMessage | null; event: QueuedEvent | null },
): Promise<void> {
  const run = currentRun(record);
  const { pendingMessage, pendingEvents } = record.chat;
  const status = transition(run.status, { type: 'input-accepted' });
  const events = input.event === null ? pendingEvents : [...pendingEvents, input.event];
  await accept(
    deps,
    record,
    { message: input.message ?? pendingMessage, events },
    // An answer doesn't replace what waits for the next boundary.
    { message: input.message === null ? pendingMessage : null, events: pendingEvents },
    status,
  );
}

/** The user is there: from here on rounds and repetitions are counted anew. */
export function countedAnew({ messages }: ChatRecord): Pick<Run, 'round' | 'loopCheckFrom'> {
  return { round: 0, loopCheckFrom: nextPosition(messages) };
}

/** Steward's own word to the model in mid-run, e.g. that its answer was cut off. */
export async function tellModel(deps: LoopDeps, record: ChatRecord, text: string): Promise<void> {
  const event = { scope: 'steward', text, queuedAtMs: deps.clock.now() };
  await accept(deps, record, { message: null, events: [event] }, NOTHING_TAKEN);
}

async function accept(
  deps: LoopDeps,
  record: ChatRecord,
  input: TakenInput,
  taken: TakenInput,
  status: RunStatus | null = null,
): Promise<void> {
  const run = currentRun(record);
  const from = nextPosition(record.messages);
  const entries = [
    ...input.events.map((event) => ({ event })),
    ...(input.message === null ? [] : [{ message: input.message }]),
  ];
  const messages = entries.map((entry, index) => {
    const place = { run, position: from + index };
    return 'event' in entry
      ? eventMessage(deps, place, entry.event)
      : userMessage(deps, place, entry.message.text);
  });
  await deps.journal.acceptInput({
    runId: run.id,
    messages,
    run: { ...(status === null ? {} : { status }), ...(input.message === null ? {} : countedAnew(record)) },
    chat: { updatedAtMs: deps.clock.now() },
    taken,
  });
  deps.events.emit(sourceOf(run), {
    type: 'input-accepted',
    messageIds: messages.map((message) => message.id),
  });
  for (const { role, id } of messages) {
    if (role === 'user') deps.events.emit(sourceOf(run), { type: 'user-message-processed', messageId: id });
  }
  if (status !== null) deps.events.emit(sourceOf(run), { type: 'status-changed', status });
}

function userMessage(deps: LoopDeps, place: { run: Run; position: number }, text: string): UserMessage {
  return { ...base(deps, place), role: 'user', content: text, changes: [], nonce: deps.ids.newId() };
}

/** An event as an entry of the record. */
export function eventMessage(
  deps: LoopDeps,
  place: { run: Run; position: number },
  event: Pick<QueuedEvent, 'scope' | 'text'>,
): SystemMessage {
  return { ...base(deps, place), role: 'system', scope: event.scope, content: event.text };
}

function base(deps: LoopDeps, { run, position }: { run: Run; position: number }) {
  return {
    id: deps.ids.newId(),
    chatId: run.chatId,
    runId: run.id,
    position,
    createdAtMs: deps.clock.now(),
    discardedBy: null,
  } satisfies Omit<Extract<Message, { role: 'system' }>, 'role' | 'scope' | 'content'>;
}
