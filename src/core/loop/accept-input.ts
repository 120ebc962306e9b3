import { assertNever } from '../assert-never';
import { StewardError, toErrorInfo } from '../errors';
import type { TakenInput } from '../ports/journal';
import type { QueuedEvent, QueuedMessage } from '../records/chat';
import { conversation, type Message, type SystemMessage, type UserMessage } from '../records/message';
import { type ChatRecord, currentRun, nextPosition } from '../records/record-access';
import type { Run } from '../records/run';
import type { RunStatus } from '../records/run-status';
import { outcomeOf, transition } from '../records/transition';
import { BUILT_IN_TOOLS } from '../tools/built-in-tools';
import { quoted } from '../tools/quoted';
import { validateCall } from '../tools/validate-call';
import type { LoopDeps } from './agent-loop';
import { emitRunStart, beginRun, type Opening } from './begin-run';
import { sourceOf } from './change-status';

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
export function resetCounts({ messages }: ChatRecord): Pick<Run, 'round' | 'loopCheckFrom'> {
  return { round: 0, loopCheckFrom: nextPosition(messages) };
}

/** Steward's own word to the model in mid-run, e.g. that its answer was cut off. */
export async function addStewardEvent(deps: LoopDeps, record: ChatRecord, text: string): Promise<void> {
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
    run: { ...(status === null ? {} : { status }), ...(input.message === null ? {} : resetCounts(record)) },
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
  return next !== null && hasCompleted(run) ? begin(deps, record, next, signal) : false;
}

async function begin(
  deps: LoopDeps,
  record: ChatRecord,
  { opening, taken }: { opening: Opening; taken: TakenInput },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    emitRunStart(deps, await beginRun(deps, record, opening, taken, signal));
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
function hasCompleted({ status }: Run): boolean {
  return outcomeOf(status) === 'completed';
}

/** Who speaks: the user, or the sender of an event by its scope. */
export type Sender = { kind: 'user' } | { kind: 'event'; scope: string };

/**
 * What becomes of input: it starts a run, enters the one that waits for it, or waits in the queue for the next
 * boundary. Nothing is ever refused for coming at the wrong time (ledger conflicts 16 and 19).
 */
export type Admission = 'new-run' | 'join' | 'queue';

/** Settles it from the status of the conversation's last run; null before the first (ledger C-036..C-045). */
export function admit(status: RunStatus | null, sender: Sender): Admission {
  if (status === null) return 'new-run';
  switch (status.state) {
    case 'done':
      return 'new-run';
    case 'waiting-for-system-input':
      if (!isAdmitted(status, sender)) return 'queue';
      return status.outcome === null ? 'join' : 'new-run';
    case 'waiting-for-user-input':
      if (sender.kind === 'event') return 'queue';
      return status.reason === 'question' ? 'join' : 'new-run';
    case 'waiting-for-agent-coordination':
      if (sender.kind === 'user') return status.userCanInterrupt ? 'join' : 'queue';
      return status.targetAgentScope === null || status.targetAgentScope === sender.scope ? 'join' : 'queue';
    case 'waiting-for-all-actors-ready':
    case 'waiting-for-endpoint':
    case 'waiting-for-tools':
    case 'waiting-for-approval':
    case 'processing':
    case 'paused':
      return 'queue';
    default:
      return assertNever(status);
  }
}

function isAdmitted(
  status: { requiredScope: string | null; interruptibleByUser: boolean },
  sender: Sender,
): boolean {
  if (sender.kind === 'user') return status.interruptibleByUser;
  return status.requiredScope === null || status.requiredScope === sender.scope;
}

/**
 * Throws `invalid-message` if the run's open question takes only its own choices, and the text is none of them. Case
 * and blanks around the text don't matter. Refused rather than taken as a new instruction: the model asked for one of
 * these answers, and the user can stop the run to say something else.
 */
export function assertAllowedAnswer(record: ChatRecord, text: string): void {
  const choices = closedChoices(record);
  if (choices === null || choices.some((choice) => plain(choice) === plain(text))) return;
  const listed = [choices.slice(0, -1).map(quoted).join(', '), ...choices.slice(-1).map(quoted)];
  throw new StewardError(
    'invalid-message',
    `The question can be answered by ${listed.filter(Boolean).join(' or ')} only.`,
    { remedy: 'Choose one of these answers. To say something else, stop the run first.' },
  );
}

/** The choices of the open question; null if none is open, or if it takes other answers too. */
function closedChoices(record: ChatRecord): string[] | null {
  const { status, id } = currentRun(record);
  if (status.state !== 'waiting-for-user-input' || status.reason !== 'question') return null;
  const ofRun = conversation(record.messages).filter((message) => message.runId === id);
  // A message behind the response answered its question: then somebody else put the run into this wait.
  const response = ofRun.findLast(({ role }) => role === 'assistant' || role === 'user');
  if (response?.role !== 'assistant') return null;
  for (const call of response.toolCalls) {
    const checked = validateCall(BUILT_IN_TOOLS, call);
    const result = ofRun.find((entry) => entry.role === 'tool' && entry.executionId === call.executionId);
    const isAsked = result?.role === 'tool' && result.result.success;
    if (!isAsked || checked.kind === 'invalid' || checked.tool.name !== 'ask_user') continue;
    const { choices, allow_other } = checked.args;
    return allow_other === false && Array.isArray(choices) ? choices.map(String) : null;
  }
  return null;
}

function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
