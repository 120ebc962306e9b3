import { z } from 'zod';
import type { FoundParts } from '@/src/core/context/find-named-parts';
import type { Accepted } from '@/src/core/loop/agent-loop';
import { keptImageSchema } from '@/src/schema/image';
import { MAX_NAME_SEARCH_LENGTH } from '@/src/schema/values/limits';
import { MAX_KEPT_TEXT_LENGTH, MAX_MESSAGE_LENGTH, MAX_SELECTION_LENGTH } from './channels';
import { command, id, returns } from './command';

const { name, mediaType, width, height, data } = keptImageSchema.shape;

const messageText = z.string().trim().min(1).max(MAX_MESSAGE_LENGTH);

/** `composerText`: the text given back if the composer has it now; null if there was none, or it became unsent text. */
export interface GivenBack {
  composerText: string | null;
}

/** Commands for the user's messages, before they are in the conversation. */
export const messageCommands = [
  /**
   * Sends the user's message. Fails with `question-closed` if it was written for a question that is no longer open.
   *
   * @param imageIds images in the composer; missing for none. The store rejects too many of them: a rollback may give
   * back the images of two messages
   * @param questionId the call of the question that was open when the user began the message; null if none was open;
   * missing if the message is for any open question
   * @param isRehearsal true for a message that starts a rehearsal; it fails with `busy` if it would not start a run; missing otherwise
   * @param isFromComposer true if the text is the composer's, from which it is removed once the message is accepted; missing otherwise
   */
  command(
    'send-message',
    {
      chatId: id,
      text: messageText,
      imageIds: z.array(id).optional(),
      questionId: id.nullish(),
      isRehearsal: z.literal(true).optional(),
      isFromComposer: z.literal(true).optional(),
    },
    returns<Accepted>(),
  ),
  /** Adds an image to the message in the composer. */
  command('add-image', { chatId: id, name, mediaType, width, height, data }, returns<{ imageId: string }>()),
  /** Removes an image from the message in the composer. */
  command('remove-image', { chatId: id, imageId: id }),
  /**
   * Quotes the text that the user has selected on the chat's page: a message whose text has the returned mention is sent with it. Fails
   * with `invalid-message` if none is selected.
   */
  command('quote-selection', { chatId: id }, returns<{ mention: string }>()),
  /** Quotes the text of a file, which the panel has cleaned as a page's text, in the same way. */
  command(
    'quote-file',
    { chatId: id, name, text: z.string().min(1).max(MAX_SELECTION_LENGTH) },
    returns<{ mention: string }>(),
  ),
  /** Finds the parts of the chat's page that a message can mention, by words of their kinds, names and notes. */
  command(
    'find-page-parts',
    { chatId: id, typed: z.string().max(MAX_NAME_SEARCH_LENGTH) },
    returns<FoundParts>(),
  ),
  /** Stores the composer text, so that it outlives the panel; an empty text deletes it. */
  command('keep-text', { chatId: id, text: z.string().max(MAX_KEPT_TEXT_LENGTH) }),
  /** Deletes the queued message and its images. Fails with `not-found` if another one, or none, is queued by now. */
  command('withdraw-message', { chatId: id, queuedAtMs: z.number() }),
  /**
   * Moves the queued message into the composer, before the text there, with its images. Fails with `not-found` if another one, or
   * none, is queued by now.
   */
  command('take-back-message', { chatId: id, queuedAtMs: z.number() }),
  /**
   * Puts the texts of edits that left the conversation into the composer if that is empty, else at the end of the unsent text. Leaves
   * out a text that was sent, is queued or is unsent text. Trims each as a sent one is, since they are compared.
   */
  command(
    'give-back',
    { chatId: id, texts: z.array(z.string().trim().max(MAX_KEPT_TEXT_LENGTH)) },
    returns<GivenBack>(),
  ),
  /**
   * Moves the unsent text into the composer, after the text there, with its images. Fails with `not-found` if it has
   * changed or is gone.
   */
  command('add-unsent-text', { chatId: id, atMs: z.number() }),
  /** Deletes the unsent text, with its images. Fails as `add-unsent-text` does. */
  command('drop-unsent-text', { chatId: id, atMs: z.number() }),
] as const;
