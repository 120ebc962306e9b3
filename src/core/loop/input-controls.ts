import { assertNever } from '../assert-never';
import { textError } from '../errors';
import { openQuestion } from '../records/open-question';
import { assertLiving, type ChatRecord, currentRun } from '../records/record-access';
import { chatBusy } from '../shared-errors';
import {
  admit,
  assertAllowedAnswer,
  joinRun,
  nextOpening,
  type QueuedInput,
  type QueuedOpening,
} from './accept-input';
import { assertPageFree, type ControlParts, prepareWork, settleBefore } from './active-runs';
import type { Accepted, AgentLoop } from './agent-loop';
import { beginRun, leftInQueue, type Opening } from './begin-run';
import { beginProposal, beginSiteCalls } from './store-response';

type InputControls = Pick<
  AgentLoop,
  | 'sendUserMessage'
  | 'sendQueued'
  | 'proposeCalls'
  | 'carryOut'
  | 'withdrawMessage'
  | 'takeBackMessage'
  | 'addSystemMessage'
>;

/** Controls for input: messages, events, and proposed calls. */
export function inputControls(parts: ControlParts): InputControls {
  const { deps, activeRuns, turns } = parts;
  const { journal } = deps;
  const { inTurn } = turns;

  return {
    proposeCalls: (chatId, text, calls) =>
      inTurn(chatId, async (signal) => {
        await prepareWork(parts, chatId, signal);
        await assertPageFree(deps, chatId);
        const { run, reading } = await beginProposal(deps, chatId, text, calls, signal);
        activeRuns.begin(chatId, reading);
        return { runId: run.id };
      }),
    carryOut: (chatId, calls) =>
      inTurn(chatId, async (signal) => {
        // The step that ended the run before may not be over.
        await activeRuns.settled(chatId);
        await prepareWork(parts, chatId, signal);
        const storeCalls = await beginSiteCalls(deps, chatId, calls, signal);
        try {
          await storeCalls();
        } finally {
          activeRuns.launch(chatId);
        }
      }),
    sendUserMessage: (chatId, text, images, questionId, isRehearsal) =>
      inTurn(chatId, (signal) => {
        const input = {
          kind: 'user' as const,
          text,
          ...(images === undefined ? {} : { images }),
          ...(isRehearsal && { isRehearsal }),
        };
        return send(parts, chatId, input, questionId, signal);
      }),
    sendQueued: (chatId) =>
      inTurn(chatId, async (signal) => {
        await prepareWork(parts, chatId, signal);
        const record = await journal.load(chatId);
        const next = nextOpening(record);
        if (next !== null) await begin(parts, record, next, signal);
      }),
    withdrawMessage: (chatId, queuedAtMs) =>
      inTurn(chatId, () => journal.withdrawMessage(chatId, queuedAtMs)),
    takeBackMessage: (chatId, queuedAtMs) =>
      inTurn(chatId, () => journal.takeBackMessage(chatId, queuedAtMs)),
    addSystemMessage: (chatId, event, signal) =>
      inTurnUnless(turns, signal, chatId, async (combined) => {
        if (event.sender !== undefined && (await hasEvent(journal, chatId, event.sender.messageId)))
          return null;
        return send(parts, chatId, { ...event, kind: 'event' }, null, combined);
      }),
  };
}

function queuedInput(input: Opening, queuedAtMs: number): QueuedInput {
  if (input.kind === 'user') {
    const { kind: _kind, isRehearsal: _, ...message } = input;
    return { message: { ...message, queuedAtMs }, event: null };
  }
  const { kind: _kind, ...event } = input;
  return { message: null, event: { ...event, queuedAtMs } };
}

async function begin(
  { deps, activeRuns }: ControlParts,
  record: ChatRecord,
  { opening, taken }: QueuedOpening,
  signal: AbortSignal,
): Promise<{ runId: string }> {
  const { run, reading } = await beginRun(deps, record, opening, taken, signal, {});
  activeRuns.begin(run.chatId, reading);
  return { runId: run.id };
}

/** Begins a run with the input, joins it to the current one, or queues it. */
async function send(
  parts: ControlParts,
  chatId: string,
  input: Opening,
  questionId: string | null | undefined,
  signal: AbortSignal,
): Promise<Accepted> {
  const { deps, activeRuns } = parts;
  const { journal } = deps;
  // The question is stored before the step that asked it ends: wait for the end, or the answer would be queued.
  if (questionId && openQuestion(await journal.load(chatId))?.executionId === questionId)
    await activeRuns.settled(chatId);
  await settleBefore(parts, chatId, signal);
  const record = await journal.load(chatId);
  assertLiving(record.chat);
  if (input.kind === 'user') assertAllowedAnswer(record, input.text, questionId);
  const admission = activeRuns.isRunning(chatId) ? 'queue' : admit(record.run?.status ?? null, input);
  if (input.kind === 'user' && input.isRehearsal) {
    if (record.chat.targets !== undefined)
      throw textError('invalid-message', 'error.loop.noRehearsalOnSites');
    if (admission !== 'new-run') throw chatBusy();
  }
  const queued = queuedInput(input, deps.clock.now());
  switch (admission) {
    case 'new-run':
      return {
        kind: 'run',
        ...(await begin(parts, record, { opening: input, taken: leftInQueue(record) }, signal)),
      };
    case 'join':
      await joinRun(deps, record, queued);
      activeRuns.launch(chatId);
      return { kind: 'run', runId: currentRun(record).id };
    case 'queue':
      await queue(parts, chatId, queued);
      return { kind: 'queued' };
    default:
      return assertNever(admission);
  }
}

async function queue(
  { deps: { journal }, activeRuns }: ControlParts,
  chatId: string,
  { message, event }: QueuedInput,
): Promise<void> {
  if (message !== null) await journal.queueMessage(chatId, message);
  if (event !== null) await journal.queueEvent(chatId, event);
  // The run may have ended while the input was stored.
  activeRuns.launch(chatId);
}

/** True if the chat has the event, in its queue or in its conversation. */
async function hasEvent(
  journal: ControlParts['deps']['journal'],
  chatId: string,
  messageId: string,
): Promise<boolean> {
  const { chat, messages } = await journal.load(chatId);
  return (
    chat.pendingEvents.some(({ sender }) => sender?.messageId === messageId) ||
    messages.some(({ id }) => id === messageId)
  );
}

/**
 * Runs `control` in the chat's turn, with a signal that also aborts when `signal` does. Rejects at once if `signal`
 * aborts before that turn, so that a stop of the sending run doesn't wait for this chat.
 */
function inTurnUnless<Result>(
  { inTurn }: ControlParts['turns'],
  signal: AbortSignal | undefined,
  chatId: string,
  control: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return inTurn(chatId, control);
  return new Promise((resolve, reject) => {
    // An already aborted signal fires no event.
    signal.throwIfAborted();
    let hasBegun = false;
    const end = () => {
      if (!hasBegun) reject(signal.reason);
    };
    signal.addEventListener('abort', end);
    inTurn(chatId, async (ofTurn) => {
      signal.throwIfAborted();
      hasBegun = true;
      return control(AbortSignal.any([signal, ofTurn]));
    })
      .finally(() => signal.removeEventListener('abort', end))
      .then(resolve, reject);
  });
}
