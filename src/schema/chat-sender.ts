import { z } from 'zod';
import { idSchema } from './scalars';

/**
 * The chat that an event comes from. `message`: the sender expects no answer; `question`: the run that receives the question
 * sends its concluding answer to the sender; `answer`: such an answer.
 */
export const chatSenderSchema = z.strictObject({
  chatId: idSchema,
  /** The sender's title when it sent the event. */
  title: z.string(),
  kind: z.enum(['message', 'question', 'answer']),
  /** Random; delimits the text in a request, so that the text can't end its block. */
  nonce: z.string(),
});

export type ChatSender = z.infer<typeof chatSenderSchema>;

/** The sender of an event that waits in a queue. */
export const queuedSenderSchema = chatSenderSchema.extend({
  /** Id of the message that the event becomes. The same for each attempt to deliver it, so that it is delivered once. */
  messageId: idSchema,
});

export type QueuedSender = z.infer<typeof queuedSenderSchema>;
