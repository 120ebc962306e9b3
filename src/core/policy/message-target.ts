import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import type { ToolResult } from '@/src/schema/tool-result';
import type { ChatJournal } from '../ports/chat-journal';
import { chatOfScope, SEND_MESSAGE } from '../records/chat-message';
import { conversation } from '../records/message';
import {
  ambiguousChat,
  mutualWait,
  type NamedChat,
  ownChat,
  tooManyMessages,
  unknownChat,
} from '../tools/message-results';
import type { MessageArguments } from '../tools/send-message';

/** The part of the journal that finding a message's target needs. */
export type TargetJournal = Pick<ChatJournal, 'load' | 'chatTitles'>;

/**
 * Number of messages between a chat and others, sent or received, after which the user has to write in the chat before
 * it sends another one.
 */
export const MAX_MESSAGES_BETWEEN = 20;

/** The chat that a message goes to, or the reason why it can't be sent. */
export type MessageTarget = { kind: 'chat'; chat: NamedChat } | { kind: 'refused'; result: ToolResult };

/** Finds the chat that a call names, by its id or its exact title, and checks that the message can't lead to an endless exchange. */
export async function messageTarget(
  journal: TargetJournal,
  sender: Chat,
  { chat: wanted, wait }: MessageArguments,
): Promise<MessageTarget> {
  const found = namedChat(await journal.chatTitles(), sender, wanted.trim());
  if (found.kind === 'refused') return found;
  const { messages } = await journal.load(sender.id);
  if (messagesBetween(messages) >= MAX_MESSAGES_BETWEEN)
    return refused(tooManyMessages(MAX_MESSAGES_BETWEEN));
  const isMutual = wait && (await waitsFor(journal, found.chat.id, sender.id));
  return isMutual ? refused(mutualWait(found.chat.title)) : found;
}

function namedChat(chats: readonly NamedChat[], { id: ownId, title }: Chat, wanted: string): MessageTarget {
  const others = chats.filter(({ id }) => id !== ownId);
  const byId = others.find(({ id }) => id === wanted);
  if (byId !== undefined) return { kind: 'chat', chat: byId };
  const byTitle = others.filter((chat) => chat.title.trim() === wanted);
  const [only] = byTitle;
  if (only === undefined) {
    return refused(wanted === ownId || wanted === title.trim() ? ownChat() : unknownChat(wanted, others));
  }
  return byTitle.length === 1 ? { kind: 'chat', chat: only } : refused(ambiguousChat(wanted, byTitle));
}

/** The number of messages that the chat sent to others, or got from them, since the user last wrote in it. */
function messagesBetween(messages: readonly Message[]): number {
  const entries = conversation(messages);
  const since = entries.slice(entries.findLastIndex(({ role }) => role === 'user') + 1);
  return since.filter(
    (entry) =>
      (entry.role === 'system' && entry.sender !== undefined) ||
      (entry.role === 'tool' && entry.name === SEND_MESSAGE && entry.result.success),
  ).length;
}

/** True if a chat waits for an answer of another one, directly or through others. */
async function waitsFor(journal: TargetJournal, chatId: string, awaitedId: string): Promise<boolean> {
  const seen = new Set<string>();
  for (let next: string | null = chatId; next !== null && !seen.has(next); ) {
    if (next === awaitedId) return true;
    seen.add(next);
    const { run } = await journal.load(next);
    next = run === null ? null : awaitedChat(run.status);
  }
  return false;
}

/** The chat whose answer a run waits for, paused or not; null if it waits for none. */
function awaitedChat(status: RunStatus): string | null {
  const current = status.state === 'paused' ? status.before : status;
  return current.state === 'waiting-for-agent-coordination' ? chatOfScope(current.targetAgentScope) : null;
}

function refused(result: ToolResult): MessageTarget {
  return { kind: 'refused', result };
}
