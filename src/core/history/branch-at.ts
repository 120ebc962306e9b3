import type { MessageImage } from '@/src/schema/image';
import type { Message } from '@/src/schema/message';
import { StewardError } from '../errors';
import { conversation } from '../records/message';

/** The beginning of a conversation, for a chat of its own. */
export interface Branch {
  messages: Message[];
  /** The text of the user's message at which it branches, to be written differently; null at an answer. */
  composerText: string | null;
  /** The images of that message. */
  composerImages: MessageImage[];
  /** The run that continues after the beginning; null if none is cut. */
  cutRunId: string | null;
}

/**
 * The conversation up to a message: before a message of the user, or after an answer with the results of its calls. Rows about
 * tokens and rollbacks, and titles, are left out: they describe the chat in which they were made. Throws `not-found` if the message is
 * neither, or is no longer part of the conversation.
 */
export function branchAt(messages: readonly Message[], messageId: string): Branch {
  const current = conversation(messages);
  const at = current.findIndex(({ id }) => id === messageId);
  const message = current[at];
  if (message?.role !== 'user' && message?.role !== 'assistant') {
    throw new StewardError('not-found', 'This message is no longer part of the conversation.', {
      remedy: 'Choose another message to branch from.',
    });
  }
  const calls = new Set(
    message.role === 'user' ? [] : message.toolCalls.map(({ executionId }) => executionId),
  );
  const before = current.slice(0, message.role === 'user' ? at : at + 1).filter(isCopied);
  const later = current.slice(at + 1);
  const results = later.filter((entry) => entry.role === 'tool' && calls.has(entry.executionId));
  if (results.length < calls.size) {
    throw new StewardError('busy', 'The calls of this answer are not over yet.', {
      remedy: 'Branch from it once they have their results.',
    });
  }
  const lastRunId = before.findLast(({ runId }) => runId !== null)?.runId ?? null;
  // A user's message is not copied: its run is cut, too, if it only answered a question.
  const notCopied = message.role === 'user' ? [message, ...later] : later;
  const isCut = calls.size > 0 || notCopied.some(({ runId }) => runId !== null && runId === lastRunId);
  return {
    messages: [...before, ...results],
    composerText: message.role === 'user' ? message.content : null,
    composerImages: message.role === 'user' ? (message.images ?? []) : [],
    cutRunId: isCut ? lastRunId : null,
  };
}

function isCopied({ role }: Message): boolean {
  return role !== 'accounting' && role !== 'rollback' && role !== 'title' && role !== 'system-title';
}
