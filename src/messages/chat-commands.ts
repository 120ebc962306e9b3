import { z } from 'zod';
import { MAX_IMPORT_LENGTH, MAX_TITLE_LENGTH } from './channels';

const id = z.string().min(1).max(100);

/** Commands for the list of chats. */
export const chatCommandSchemas = [
  z.strictObject({
    type: z.literal('rename-chat'),
    chatId: id,
    title: z.string().trim().min(1).max(MAX_TITLE_LENGTH),
  }),
  /** Pins a chat to the top of the list, or unpins it. */
  z.strictObject({ type: z.literal('pin-chat'), chatId: id, isPinned: z.boolean() }),
  /** Stops the chat's run and removes the chat from the list. Its data is deleted 10 seconds later. */
  z.strictObject({ type: z.literal('delete-chat'), chatId: id }),
  /** Undoes `delete-chat` while the data is still there. */
  z.strictObject({ type: z.literal('undelete-chat'), chatId: id }),
  /** Creates a chat with the conversation before a message of the user, or up to an answer. */
  z.strictObject({ type: z.literal('branch-chat'), chatId: id, messageId: id }),
  /** Creates a chat from the text of an exported one. It is about its page only if that is in front of the window. */
  z.strictObject({
    type: z.literal('import-chat'),
    windowId: z.number().int(),
    text: z.string().max(MAX_IMPORT_LENGTH),
  }),
] as const;

/** The result of each of these commands. */
export interface ChatCommandResults {
  'rename-chat': null;
  'pin-chat': null;
  'delete-chat': null;
  'undelete-chat': null;
  'branch-chat': { chatId: string };
  'import-chat': { chatId: string };
}
