import { assertNever } from '../assert-never';
import type { ChatRecord } from '../records/record-access';
import { currentRun } from '../records/record-access';
import { admit, assertAllowedAnswer, joinRun, type Sender } from './accept-input';
import { assertIdle, assertPageFree, type ControlParts, settleBefore } from './active-runs';
import type { Accepted, AgentLoop } from './agent-loop';
import { beginRun, emitRunStart, type Opening } from './begin-run';
import { beginProposal, submitCall } from './store-response';

/** Controls for input: messages, events, and proposed calls. */
export function inputControls(
  parts: ControlParts,
): Pick<AgentLoop, 'start' | 'sendUserMessage' | 'proposeCall' | 'queueMessage' | 'addSystemMessage'> {
  const { deps, activeRuns, turns } = parts;
  const { journal } = deps;
  const { inTurn } = turns;

  async function begin(
    record: ChatRecord,
    opening: Opening,
    signal: AbortSignal,
  ): Promise<{ runId: string }> {
    // Replaces a message that a stopped or failed run left in the queue: the newest message wins.
    const message = opening.kind === 'user' ? record.chat.pendingMessage : null;
    const taken = { message, events: [] };
    const run = await beginRun(deps, record, opening, taken, signal, {});
    emitRunStart(deps, run);
    activeRuns.launch(run.chatId);
    return { runId: run.id };
  }

  async function send(chatId: string, sender: Sender, text: string, signal: AbortSignal): Promise<Accepted> {
    if (!activeRuns.isRunning(chatId)) await settleBefore(parts, chatId, signal);
    const record = await journal.load(chatId);
    const admission = activeRuns.isRunning(chatId) ? 'queue' : admit(record.run?.status ?? null, sender);
    const queuedAtMs = deps.clock.now();
    const message = sender.kind === 'user' ? { text, queuedAtMs } : null;
    const event = sender.kind === 'event' ? { scope: sender.scope, text, queuedAtMs } : null;
    switch (admission) {
      case 'new-run':
        return { kind: 'run', ...(await begin(record, { ...sender, text }, signal)) };
      case 'join':
        if (sender.kind === 'user') assertAllowedAnswer(record, text);
        await joinRun(deps, record, { message, event });
        activeRuns.launch(chatId);
        return { kind: 'run', runId: currentRun(record).id };
      case 'queue':
        if (event === null) await journal.queueMessage(chatId, message);
        else await journal.queueEvent(chatId, event);
        // The run may have ended while the input was stored.
        activeRuns.launch(chatId);
        return { kind: 'queued' };
      default:
        return assertNever(admission);
    }
  }

  return {
    start: (chatId, text) =>
      inTurn(chatId, async (signal) => {
        assertIdle(activeRuns, chatId);
        await settleBefore(parts, chatId, signal);
        return begin(await journal.load(chatId), { kind: 'user', text }, signal);
      }),
    proposeCall: (chatId, text, tool) =>
      inTurn(chatId, async (signal) => {
        assertIdle(activeRuns, chatId);
        await settleBefore(parts, chatId, signal);
        await assertPageFree(deps, chatId);
        const run = await beginProposal(deps, chatId, text, signal);
        emitRunStart(deps, run);
        try {
          await submitCall(deps, run, tool);
        } finally {
          // The run has begun, so its steps must run even if its call could not be stored.
          activeRuns.launch(chatId);
        }
        return { runId: run.id };
      }),
    sendUserMessage: (chatId, text) =>
      inTurn(chatId, (signal) => send(chatId, { kind: 'user' }, text, signal)),
    queueMessage: (chatId, text) =>
      inTurn(chatId, () =>
        journal.queueMessage(chatId, text === null ? null : { text, queuedAtMs: deps.clock.now() }),
      ),
    addSystemMessage: (chatId, { scope, text }) =>
      inTurn(chatId, (signal) => send(chatId, { kind: 'event', scope }, text, signal)),
  };
}
