import { z } from 'zod';
import { say } from '@/src/schema/values/said';
import { SEND_MESSAGE } from '../records/chat-message';
import { LONGEST_WAIT_MS } from '../records/run-status';
import { defineTool } from './define-tool';

/** Longest message to another chat, in UTF-16 units. */
export const MAX_CHAT_MESSAGE = 8_000;

/** Sends a message to another chat. Offered only in chats whose settings allow it. */
export const sendMessage = defineTool({
  name: SEND_MESSAGE,
  line: 'said.call.sendMessage',
  description:
    'Sends a message to another chat of the user, whose assistant has a page and a conversation of its own. The user sees the message first and decides. Use it when the user wants another chat to know or do something. Don’t use it for what your own tools can do. With "wait" the run waits up to five minutes, and the other chat’s answer follows as an event; without it nothing comes back. An unknown name returns the chats that there are.',
  input: z.strictObject({
    chat: z.string().min(1).max(300).describe('The other chat’s exact title, or its id.'),
    message: z
      .string()
      .min(1)
      .max(MAX_CHAT_MESSAGE)
      .describe(
        'The message, understandable without this conversation, of which the other chat knows nothing.',
      ),
    wait: z.boolean().describe('True to wait for the answer.'),
  }),
  effect: 'message',
  question: say('said.approval.send'),
  executor: 'built-in',
  // Above the wait for the answer, because the default time limit would end it.
  timeoutMs: LONGEST_WAIT_MS + 10_000,
});

/** The arguments of a valid call. */
export interface MessageArguments {
  chat: string;
  message: string;
  wait: boolean;
}

/** Reads the arguments of a call that fits the tool's schema. */
export function messageArguments(args: unknown): MessageArguments {
  return sendMessage.input.parse(args) as unknown as MessageArguments;
}
