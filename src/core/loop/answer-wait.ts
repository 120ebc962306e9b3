import { english } from '@/src/core/text/english';
import type { CoordinationStatus } from '@/src/schema/run-status';
import { hasCode } from '../errors';
import { spokenText } from '../history/spoken-text';
import { logFailure } from '../logging/log-failure';
import type { EventBus } from '../ports/event-bus';
import type { Journal } from '../ports/journal';
import { answerMessageId, chatOfScope, scopeOfChat, sentMessageId } from '../records/chat-message';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { isWorking, outcomeOf, waitsForUser } from '../records/transition';
import { charEnd } from '../text/text-pieces';
import { quoted } from '../tools/quoted';
import { joinRun } from './accept-input';
import type { LoopDeps, StepDeps } from './agent-loop';
import type { AnswerWaits } from './answer-waits';

/** Longest answer that goes to another chat, in UTF-16 units. */
export const MAX_CHAT_ANSWER = 20_000;

/**
 * Ends a wait for another chat's answer once that chat's run has concluded or can't conclude without the user, or
 * if `isOver`: the time limit has passed. Returns true if the wait ended. The answer is read from the other chat's
 * record, so a restart of the worker loses none.
 */
export async function checkAnswer(
  deps: StepDeps,
  record: ChatRecord,
  { coordinatingToolCallId, targetAgentScope }: CoordinationStatus,
  isOver: boolean,
): Promise<boolean> {
  const chatId = chatOfScope(targetAgentScope);
  // A wait that a send_message call requested has both. No other wait is for an answer.
  if (coordinatingToolCallId === null || chatId === null) return false;
  // Add the wait before the record is read, or a change between the two would be missed.
  deps.answerWaits.add(chatId, record.chat.id);
  const queuedAtMs = deps.clock.now();
  const reply = await replyOf(deps.journal, chatId, sentMessageId(coordinatingToolCallId));
  if (reply.kind === 'answer') {
    const { title, text } = reply;
    const messageId = answerMessageId(coordinatingToolCallId);
    const sender = { messageId, chatId, title, kind: 'answer' as const, nonce: deps.ids.newId() };
    const event = { scope: scopeOfChat(chatId), text, queuedAtMs, sender };
    await joinRun(deps, record, { message: null, event });
    return true;
  }
  const text = reply.kind === 'none' ? reply.text : isOver ? TOO_LATE : null;
  if (text === null) return false;
  await joinRun(deps, record, { message: null, event: { scope: 'steward', text, queuedAtMs } });
  return true;
}

const TOO_LATE =
  'The other chat did not answer in time. Its answer will not follow; the user can read it in that chat.';

/** State of a message in the other chat. `none`: no answer will follow; `text` is the reason. */
type Reply =
  | { kind: 'answer'; title: string; text: string }
  | { kind: 'none'; text: string }
  | { kind: 'pending' };

async function replyOf(
  journal: Pick<Journal, 'load' | 'runById'>,
  chatId: string,
  messageId: string,
): Promise<Reply> {
  const record = await loadIfThere(journal, chatId);
  if (record === null || record.chat.deletedAtMs !== null) return none('The other chat was deleted.');
  const { chat, messages, run: lastRun } = record;
  const name = `The chat ${quoted(chat.title)}`;
  const needsUser = none(`${name} waits for the user, so its answer is not there yet. It will not follow.`);
  if (chat.pendingEvents.some(({ sender }) => sender?.messageId === messageId)) {
    // After an error or a stop, what is queued waits for the user.
    const isHeld = lastRun !== null && (waitsForUser(lastRun.status) || isBroken(lastRun.status));
    return isHeld ? needsUser : { kind: 'pending' };
  }
  const entry = messages.find(({ id }) => id === messageId);
  const runId = entry?.runId ?? null;
  if (runId === null || entry?.discardedBy !== null) {
    return none(`${name} no longer has the message: the user set it aside.`);
  }
  const { status, error } = await journal.runById(runId);
  if (waitsForUser(status)) return needsUser;
  const outcome = outcomeOf(status);
  if (outcome === null) return { kind: 'pending' };
  if (outcome === 'stopped') return none(`${name} was stopped before it answered.`);
  if (outcome === 'error') {
    const reason = error === null ? '' : ` ${english(error.message)}`;
    return none(`${name} failed before it answered.${reason}`);
  }
  return { kind: 'answer', title: chat.title, text: concludingText(record, runId) };
}

function isBroken(status: Parameters<typeof outcomeOf>[0]): boolean {
  const outcome = outcomeOf(status);
  return outcome === 'stopped' || outcome === 'error';
}

async function loadIfThere(journal: Pick<Journal, 'load'>, chatId: string): Promise<ChatRecord | null> {
  try {
    return await journal.load(chatId);
  } catch (error) {
    // The user deleted the chat with all its data.
    if (hasCode(error, 'not-found')) return null;
    throw error;
  }
}

/** Text of the last response of a run, cut to {@link MAX_CHAT_ANSWER}. */
function concludingText({ messages }: ChatRecord, runId: string): string {
  const last = conversation(messages).findLast(({ role, runId: of }) => role === 'assistant' && of === runId);
  if (last?.role !== 'assistant') return 'It concluded without an answer.';
  const text = [last.content, ...last.toolCalls.map(spokenText)]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
  if (text === '') return 'It concluded without an answer.';
  if (text.length <= MAX_CHAT_ANSWER) return text;
  const head = text.slice(0, charEnd(text, MAX_CHAT_ANSWER));
  return `${head}\n[cut: ${text.length - head.length} more characters]`;
}

function none(text: string): Reply {
  return { kind: 'none', text };
}

/**
 * Event bus that wakes the runs that wait for a chat's answer when its run stops working. A failure is logged: a waiting run
 * also checks at the end of its wait.
 */
export function wakingWaiting(
  events: EventBus,
  { logger }: Pick<LoopDeps, 'logger'>,
  waits: Pick<AnswerWaits, 'take'>,
  wake: (chatIds: readonly string[]) => Promise<void>,
): EventBus {
  return {
    emit(source, event) {
      events.emit(source, event);
      if (event.type !== 'status-changed' || isWorking(event.status)) return;
      const { chatId } = source;
      wake(waits.take(chatId)).catch((error: unknown) => {
        const text = 'The chats that wait for an answer could not be woken.';
        logFailure(logger.warning, 'ai_loop.message', text, error, { chatId });
      });
    },
  };
}
