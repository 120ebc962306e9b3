import { MAX_MESSAGE_CHARS } from '@/src/core/records/message';
import type { Message } from '@/src/schema/message';

/** Maximum entries of a batch: messages, and the calls of answers. */
const BATCH_ITEMS = 60;

/** Maximum UTF-16 units of a batch's texts, without folded parts. */
const BATCH_CHARS = 60_000;

/** Maximum number of messages added so that a batch begins with the user's message to which its first answer replies. */
const MAX_TURN_MESSAGES = 60;

/**
 * Index of the first message of the batch that ends with the last of these messages. The batch has the newest messages within the
 * limits, at least one, and before them the messages back to the user's message to which they reply. Null if earlier messages have to be
 * read to find the index.
 *
 * @param isWhole true if there are no messages before them
 */
export function batchBegin(messages: readonly Message[], isWhole: boolean): number | null {
  let items = 0;
  let chars = 0;
  let begin = messages.length;
  while (begin > 0 && items < BATCH_ITEMS && chars < BATCH_CHARS) {
    begin -= 1;
    const message = messages[begin];
    if (message === undefined) continue;
    items += itemsOf(message);
    chars += charsOf(message);
  }
  if (items < BATCH_ITEMS && chars < BATCH_CHARS) return isWhole ? 0 : null;
  const earliest = Math.max(0, begin - MAX_TURN_MESSAGES);
  const asked = messages.findLastIndex(({ role }, index) => index <= begin && role === 'user');
  if (asked >= earliest) return asked;
  if (earliest === 0 && !isWhole) return null;
  return begin;
}

/** Number of messages in the batch that begins with the first of these. A batch doesn't end between calls and their results. */
export function batchLength(messages: readonly Message[]): number {
  let items = 0;
  let chars = 0;
  const full = messages.findIndex((message) => {
    items += itemsOf(message);
    chars += charsOf(message);
    return items >= BATCH_ITEMS || chars >= BATCH_CHARS;
  });
  const next = messages.findIndex(({ role }, index) => full !== -1 && index > full && role !== 'tool');
  return next === -1 ? messages.length : next;
}

function itemsOf(message: Message): number {
  switch (message.role) {
    case 'assistant':
      return 1 + message.toolCalls.length;
    case 'tool':
      return 0;
    default:
      return 1;
  }
}

function charsOf(message: Message): number {
  switch (message.role) {
    case 'assistant':
      return message.content.length + message.reasoning.length;
    case 'accounting':
    case 'rollback':
    case 'tool':
      return 0;
    case 'user':
      // The rest is folded.
      return Math.min(message.content.length, MAX_MESSAGE_CHARS);
    default:
      return message.content.length;
  }
}
