import type { QueuedEvent, QueuedMessage } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import { say } from '@/src/schema/values/said';
import { assertNever } from '../assert-never';
import { textError, toErrorInfo } from '../errors';
import { openQuestion } from '../records/open-question';
import { type ChatRecord, currentRun, nextPosition } from '../records/record-access';
import { outcomeOf, transition } from '../records/transition';
import type { TakenInput } from '../records/unsent-text';
import { BUILT_IN_TOOLS } from '../tools/built-in-tools';
import { quoted } from '../tools/quoted';
import { writtenArguments } from '../tools/validate-call';
import type { LoopDeps } from './agent-loop';
import { beginRun, type Opening } from './begin-run';
import { sourceOf } from './change-status';
import { eventMessage, userMessage } from './run-messages';

/** For input that was not queued: nothing is removed from the queue. */
const NOTHING_TAKEN: TakenInput = { message: null, events: [] };

/** The event that reports a change of the page to the model. */
export const PAGE_CHANGED = { scope: 'page', text: 'The page changed.' } as const;

/**
 * Moves the chat's queue into the conversation of the active run, events first. Returns false if the queue was empty.
 * Allowed only between rounds, when every call of the last response has its result.
 */
export async function acceptQueued(deps: LoopDeps, record: ChatRecord): Promise<boolean> {
  const { pendingMessage: message, pendingEvents: events } = record.chat;
  if (message === null && events.length === 0) return false;
  await accept(deps, record, { message, events }, { message, events }, null);
  return true;
}

/**
 * Input in the form in which the queue stores it. At most one member is set. Both are null if only input that is
 * already queued is taken.
 */
export interface QueuedInput {
  message: QueuedMessage | null;
  event: QueuedEvent | null;
}

/**
 * Continues a waiting run with the queued events, and then this input. If the input has no message, the queued
 * message is added, too.
 */
export async function joinRun(deps: LoopDeps, record: ChatRecord, input: QueuedInput): Promise<void> {
  const run = currentRun(record);
  const { pendingMessage, pendingEvents } = record.chat;
  const status = transition(run.status, { type: 'input-accepted' });
  const events = input.event === null ? pendingEvents : [...pendingEvents, input.event];
  await accept(
    deps,
    record,
    { message: input.message ?? pendingMessage, events },
    // If the input is the user's answer, the queued message stays in the queue.
    { message: input.message === null ? pendingMessage : null, events: pendingEvents },
    status,
  );
}

/** Run fields that restart the counts of rounds and repeated calls, since the user has seen the conversation. */
export function resetCounts({ messages }: ChatRecord): Pick<Run, 'round' | 'loopCheckFrom'> {
  return { round: 0, loopCheckFrom: nextPosition(messages) };
}

/** Adds an event by Steward itself to the active run, e.g. that the answer was cut off. */
export async function addStewardEvent(deps: LoopDeps, record: ChatRecord, text: string): Promise<void> {
  const event = { scope: 'steward', text, queuedAtMs: deps.clock.now() };
  await accept(deps, record, { message: null, events: [event] }, NOTHING_TAKEN, null);
}

async function accept(
  deps: LoopDeps,
  record: ChatRecord,
  input: TakenInput,
  taken: TakenInput,
  status: RunStatus | null,
): Promise<void> {
  const run = currentRun(record);
  const from = nextPosition(record.messages);
  const messages = [
    ...input.events.map((event, index) => eventMessage(deps, { run, position: from + index }, event, null)),
    ...(input.message === null
      ? []
      : [
          userMessage(deps, { run, position: from + input.events.length }, input.message, {
            changes: [],
            nonce: deps.ids.newId(),
          }),
        ]),
  ];
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

/**
 * Takes queued input while no step is running: it joins the run that waits for it, or starts the next run. Returns true
 * if there are more steps to take.
 */
export async function takeQueued(deps: LoopDeps, record: ChatRecord, signal: AbortSignal): Promise<boolean> {
  const { status } = currentRun(record);
  const { pendingMessage, pendingEvents } = record.chat;
  const senders: InputSender[] = pendingEvents.map(({ scope }) => ({ kind: 'event', scope }));
  if (pendingMessage !== null) senders.push({ kind: 'user' });
  // The run still waits for the user: input that arrived before the question doesn't answer it.
  if (
    status.state !== 'waiting-for-user-input' &&
    senders.some((sender) => admit(status, sender) === 'join')
  ) {
    await joinRun(deps, record, { message: null, event: null });
    return true;
  }
  const next = nextOpening(record);
  // After an error or a stop, the input stays in the queue until the user decides.
  return next !== null && outcomeOf(status) === 'completed' ? begin(deps, record, next, signal) : false;
}

async function begin(
  deps: LoopDeps,
  record: ChatRecord,
  { opening, taken }: QueuedOpening,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await beginRun(deps, record, opening, taken, signal, {});
    return true;
  } catch (error) {
    // The input stays in the queue, and the panel shows it together with this error.
    deps.events.emit(sourceOf(currentRun(record)), { type: 'error', error: toErrorInfo(error) });
    return false;
  }
}

/** Input that starts a run, and the queued input that is removed from the queue with it. */
export interface QueuedOpening {
  opening: Opening;
  taken: TakenInput;
}

/** The input that starts the next run: the user's message before any event; null if the queue is empty. */
export function nextOpening({ chat }: ChatRecord): QueuedOpening | null {
  const { pendingMessage: message, pendingEvents } = chat;
  if (message !== null) {
    const { queuedAtMs: _queuedAtMs, ...input } = message;
    return { opening: { kind: 'user', ...input }, taken: { message, events: [] } };
  }
  const [event] = pendingEvents;
  if (event === undefined) return null;
  return { opening: { ...event, kind: 'event' }, taken: { message: null, events: [event] } };
}

/** Source of input: the user, or the sender of an event, named by its scope. */
export type InputSender = { kind: 'user' } | { kind: 'event'; scope: string };

/**
 * The destination of input: it starts a run, joins the run that waits for it, or is queued until the next response is
 * complete. Input is accepted at any time.
 */
export type Admission = 'new-run' | 'join' | 'queue';

/** Decides where input goes. `status`: the status of the conversation's last run; null before the first. */
export function admit(status: RunStatus | null, sender: InputSender): Admission {
  if (status === null) return 'new-run';
  switch (status.state) {
    case 'done':
      return 'new-run';
    case 'waiting-for-system-input':
      if (!isAdmitted(status, sender)) return 'queue';
      return status.outcome === null ? 'join' : 'new-run';
    case 'waiting-for-user-input':
      if (sender.kind === 'event') return 'queue';
      return status.reason === 'question' || status.reason === 'requested' ? 'join' : 'new-run';
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
  sender: InputSender,
): boolean {
  if (sender.kind === 'user') return status.interruptibleByUser;
  return status.requiredScope === null || status.requiredScope === sender.scope;
}

/**
 * Checks the text against the run's open question. Throws `question-closed` if the text was written for another
 * question. Throws `invalid-message` if the open question accepts only its own choices and the text is none of them;
 * case and surrounding blanks are ignored. The text isn't accepted as a new instruction instead: the user meant it as
 * an answer, or the model requested one of the choices. To send something else, the user can stop the run.
 *
 * @param questionId id of the call whose question was open when the user began the text; null if none was open; undefined
 * if the text is for any open question
 */
export function assertAllowedAnswer(record: ChatRecord, text: string, questionId?: string | null): void {
  const question = openQuestion(record);
  if (questionId !== undefined && questionId !== (question?.executionId ?? null)) {
    throw textError('question-closed', say('error.loop.questionClosed', { text: quoted(text) }));
  }
  const args = question && writtenArguments(BUILT_IN_TOOLS, question);
  const choices =
    args?.allow_other === false && Array.isArray(args.choices) ? args.choices.map(String) : null;
  if (choices === null || choices.some((choice) => plain(choice) === plain(text))) return;
  throw textError(
    'invalid-message',
    say('error.loop.notAChoice', { choices: { anyOf: choices.map(quoted) } }),
  );
}

function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
