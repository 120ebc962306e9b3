import type { Message } from '@/src/schema/message';

/** A message of the chat `c` at this position; a user's if nothing else is given. */
export function aMessage(position: number, fields: Partial<Message>): Message {
  return {
    id: `m${position}`,
    chatId: 'c',
    runId: 'r1',
    position,
    createdAtMs: position,
    discardedBy: null,
    role: 'user',
    content: '',
    reasoning: '',
    toolCalls: [],
    ...fields,
  } as unknown as Message;
}
