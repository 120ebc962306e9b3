import { z } from 'zod';
import { MAX_KEPT_TEXT_LENGTH } from './channels';

const id = z.string().min(1).max(100);

/** Commands for messages and texts that the user wrote, and that were not sent. */
export const setAsideCommands = [
  /**
   * Moves the queued message into the composer, before the text there, with its images. Fails with `not-found` if another one, or
   * none, is queued by now.
   */
  z.strictObject({ type: z.literal('take-back-message'), chatId: id, queuedAtMs: z.number() }),
  /** Gives back a text that left the conversation: into an empty composer; otherwise sets it aside, after what is set aside already. */
  z.strictObject({
    type: z.literal('give-back'),
    chatId: id,
    text: z.string().min(1).max(MAX_KEPT_TEXT_LENGTH),
  }),
  /**
   * Moves what is set aside into the composer, after the text there, with its images. Fails with `not-found` if something else, or
   * nothing, is set aside by now.
   */
  z.strictObject({ type: z.literal('add-set-aside'), chatId: id, atMs: z.number() }),
  /** Deletes what is set aside, with its images. Fails as `add-set-aside` does. */
  z.strictObject({ type: z.literal('drop-set-aside'), chatId: id, atMs: z.number() }),
] as const;

/** `composerText`: the text given back if the composer has it now; null if there was none, or it was set aside. */
export interface GivenBack {
  composerText: string | null;
}

/** The result of each of these commands. */
export interface SetAsideCommandResults {
  'take-back-message': null;
  'give-back': GivenBack;
  'add-set-aside': null;
  'drop-set-aside': null;
}
