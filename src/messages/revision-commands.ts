import { z } from 'zod';
import { MAX_MESSAGE_LENGTH } from './channels';

const id = z.string().min(1).max(100);
const position = z.int().min(0);

/** The treatment of changes by others in a rollback. */
export const rollbackStrategy = z.discriminatedUnion('strategy', [
  z.strictObject({ strategy: z.literal('replace') }),
  z.strictObject({ strategy: z.literal('merge'), keep: z.enum(['page', 'checkpoint']).nullable() }),
]);

/** The user's choice for a page that the messages to be set aside have changed. */
const revisionPage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({
    kind: z.literal('roll-back'),
    expectedStateHash: z.string().length(64),
    strategy: rollbackStrategy,
  }),
]);

/** Commands that replace a message of the conversation. */
export const revisionCommands = [
  /** Previews an edit of the user's message, or a retry of an answer. */
  z.strictObject({ type: z.literal('preview-revision'), chatId: id, messageId: id }),
  /** Replaces a message of the user and starts a run with it. `page` and `expectedPosition` follow from the preview. */
  z.strictObject({
    type: z.literal('edit-message'),
    chatId: id,
    messageId: id,
    text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
    expectedPosition: position,
    page: revisionPage,
  }),
  /** Sets an answer aside and requests it again. */
  z.strictObject({
    type: z.literal('retry-answer'),
    chatId: id,
    messageId: id,
    expectedPosition: position,
    page: revisionPage,
  }),
] as const;
