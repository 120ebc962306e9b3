import { z } from 'zod';
import { MAX_SUMMARY_LENGTH } from './channels';
import { command, id, returns } from './command';

const text = z.string().trim().min(1).max(MAX_SUMMARY_LENGTH);

const summaryChange = z.discriminatedUnion('kind', [
  /** Stores the user's text of a draft. */
  z.strictObject({ kind: z.literal('edit'), text }),
  /** Makes a draft the boundary of what is sent. */
  z.strictObject({ kind: z.literal('accept'), text }),
  /** Sets a draft aside. */
  z.strictObject({ kind: z.literal('discard') }),
  /** Lifts a boundary: the messages before it are sent again. */
  z.strictObject({ kind: z.literal('remove') }),
]);

/** Commands for summaries of a chat. */
export const summaryCommands = [
  /**
   * Requests a summary of the conversation, which is stored as a draft. Resolves when it is stored. `isStored`: false if the user
   * cancelled it.
   */
  command('summarize', { chatId: id }, returns<{ isStored: boolean }>()),
  command('cancel-summary', { chatId: id }),
  command('change-summary', { chatId: id, summaryId: id, change: summaryChange }),
] as const;
