import type { Message } from '@/src/schema/message';

/**
 * The field besides those of every message without which code that reads a chat can't go on; null if there is none. Checked
 * by hand, since a schema takes too long for a chat of thousands of messages.
 */
const NEEDED = {
  user: 'content',
  assistant: 'toolCalls',
  'partial-answer': 'content',
  tool: 'result',
  system: 'content',
  'system-title': null,
  title: null,
  'system-summary': null,
  summary: null,
  accounting: null,
  rollback: null,
} as const satisfies Record<Message['role'], string | null>;

/** True if a row of the table of messages is no message, as after damage on the disk. */
export function isDamaged(row: Message): boolean {
  if (!Object.hasOwn(NEEDED, row.role) || row.runId === undefined || row.discardedBy === undefined)
    return true;
  const needed = NEEDED[row.role];
  return needed !== null && !Object.hasOwn(row, needed);
}
