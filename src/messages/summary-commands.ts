import { z } from 'zod';
import { MAX_SUMMARY_LENGTH } from './channels';

const id = z.string().min(1).max(100);
const text = z.string().trim().min(1).max(MAX_SUMMARY_LENGTH);

/** Commands for titles and summaries of a chat. */
export const summaryCommandSchemas = [
  /** Requests a summary of the conversation, which is stored as a draft. Resolves when it is stored. */
  z.strictObject({ type: z.literal('summarize'), chatId: id }),
  z.strictObject({ type: z.literal('cancel-summary'), chatId: id }),
  /** Stores the user's text of a draft. */
  z.strictObject({ type: z.literal('edit-summary'), chatId: id, summaryId: id, text }),
  /** Makes a draft the boundary of what is sent. */
  z.strictObject({ type: z.literal('accept-summary'), chatId: id, summaryId: id, text }),
  z.strictObject({ type: z.literal('discard-summary'), chatId: id, summaryId: id }),
  /** Lifts a boundary: the messages before it are sent again. */
  z.strictObject({ type: z.literal('remove-summary'), chatId: id, summaryId: id }),
  /** Turns on the ageing of tool results in this chat, and retries its failed run. */
  z.strictObject({ type: z.literal('age-outputs'), chatId: id }),
] as const;

/** The result of each of these commands. */
export interface SummaryCommandResults {
  /** False if the user cancelled it. */
  summarize: { isStored: boolean };
  'cancel-summary': null;
  'edit-summary': null;
  'accept-summary': null;
  'discard-summary': null;
  'remove-summary': null;
  'age-outputs': null;
}
