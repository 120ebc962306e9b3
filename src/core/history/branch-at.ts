import type { MessageImage } from '@/src/schema/image';
import type { Message } from '@/src/schema/message';
import { textError } from '../errors';
import { conversation, imagesOf } from '../records/message';
import { messageGone } from '../shared-errors';

/** The start of a conversation, for a new chat. */
export interface Branch {
  messages: Message[];
  /** Text of the user's message at the branch point, for editing in the composer; null if the branch point is an answer. */
  composerText: string | null;
  /** The images of that message. */
  composerImages: MessageImage[];
  /** The run that the branch contains only in part; null if there is none. */
  cutRunId: string | null;
}

/**
 * The conversation up to a message: before a message of the user, or after an answer with the results of its calls. Titles, and
 * rows about tokens and rollbacks, are left out: they describe the original chat. Throws `not-found` if the message is neither,
 * or is no longer part of the conversation, and `busy` if a call of the answer has no result yet.
 */
export function branchAt(messages: readonly Message[], messageId: string): Branch {
  const current = conversation(messages);
  const at = current.findIndex(({ id }) => id === messageId);
  const message = current[at];
  if (message?.role !== 'user' && message?.role !== 'assistant') throw messageGone();
  const calls = new Set(
    message.role === 'user' ? [] : message.toolCalls.map(({ executionId }) => executionId),
  );
  const before = current.slice(0, message.role === 'user' ? at : at + 1).filter(isCopied);
  const later = current.slice(at + 1);
  const results = later.filter((entry) => entry.role === 'tool' && calls.has(entry.executionId));
  if (results.length < calls.size) {
    throw textError('busy', 'error.history.openCalls');
  }
  const lastRunId = before.findLast(({ runId }) => runId !== null)?.runId ?? null;
  // The user's message itself isn't copied. If it answered a question within a run, it cuts that run.
  const notCopied = message.role === 'user' ? [message, ...later] : later;
  const isCut = calls.size > 0 || notCopied.some(({ runId }) => runId !== null && runId === lastRunId);
  return {
    messages: [...before, ...results],
    composerText: message.role === 'user' ? message.content : null,
    composerImages: imagesOf(message),
    cutRunId: isCut ? lastRunId : null,
  };
}

function isCopied({ role }: Message): boolean {
  return role !== 'accounting' && role !== 'rollback' && role !== 'title' && role !== 'system-title';
}
