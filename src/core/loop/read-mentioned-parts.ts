import type { MentionedPart } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { adapterFor } from '../adapter/adapter-of-chat';
import { mentionedParts } from '../context/mentioned-parts';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun } from '../records/record-access';
import type { LoopDeps } from './agent-loop';

/**
 * Stores the parts of the page that messages mention with them, as they are in this context, right before these messages are
 * first sent: those of the run, and of an earlier run that ended before it sent them. Until the run has a response they are read again
 * for each request, like the page's state; later, what was sent stays as it is.
 */
export async function readMentionedParts(
  deps: Pick<LoopDeps, 'adapters' | 'journal'>,
  record: ChatRecord,
  context: Json,
): Promise<ChatRecord> {
  const { chat, messages } = record;
  const { id } = currentRun(record);
  const current = conversation(messages);
  const answered = current.findLastIndex(({ role }) => role === 'assistant');
  const isRunAnswered = current[answered]?.runId === id;
  const adapter = adapterFor(chat, deps.adapters);
  const read = new Map<string, MentionedPart[]>();
  for (const message of current.slice(answered + 1)) {
    if (message.role !== 'user') continue;
    const mayChange = message.runId === id && !isRunAnswered;
    if (message.parts !== undefined && !mayChange) continue;
    const parts = mentionedParts(adapter, chat.settings, context, message.content);
    if (JSON.stringify(parts) !== JSON.stringify(message.parts ?? [])) read.set(message.id, parts);
  }
  if (read.size === 0) return record;
  await deps.journal.storeMentionedParts(read);
  return {
    ...record,
    messages: messages.map((message) => {
      const parts = read.get(message.id);
      return message.role === 'user' && parts !== undefined ? { ...message, parts } : message;
    }),
  };
}
