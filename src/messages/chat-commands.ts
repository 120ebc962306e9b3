import { z } from 'zod';
import type { ChatOffer } from '@/src/core/records/settings-file';
import type { StateDifference } from '@/src/schema/change';
import type { PageBinding } from '@/src/schema/page-binding';
import { OFFERED_SETTINGS } from '@/src/schema/values/transferred-settings';
import { MAX_TITLE_LENGTH } from './channels';
import { textPartFields } from './text-part';

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
  /**
   * Creates a chat from the text of an exported one, when its last part is there, with the chosen ones of its settings. If `chosen` is
   * null and some of them differ from the user's, returns these instead. The chat is about its page only if that is in front of the window.
   */
  z.strictObject({
    type: z.literal('import-chat'),
    windowId: z.number().int(),
    chosen: z.array(z.enum(OFFERED_SETTINGS)).nullable(),
    ...textPartFields,
  }),
  /** Returns how the page in front differs from the page that the chat knew. */
  z.strictObject({ type: z.literal('preview-rebind'), chatId: id, windowId: z.number().int() }),
  /** Binds a chat whose page is gone to the page in front. `expectedStateHash` is that of the preview. */
  z.strictObject({
    type: z.literal('rebind-chat'),
    chatId: id,
    windowId: z.number().int(),
    expectedStateHash: z.string().length(64),
  }),
] as const;

/** A page that a chat can be bound to. */
export interface RebindPreview {
  page: PageBinding;
  /** The differences of the page's restorable state from the known one; null if none is known. */
  differences: StateDifference[] | null;
  stateHash: string;
}

/** The result of each of these commands. */
export interface ChatCommandResults {
  'rename-chat': null;
  'pin-chat': null;
  'delete-chat': null;
  'undelete-chat': null;
  'branch-chat': { chatId: string };
  /** Null before the last part. */
  'import-chat': { chatId: string } | ChatOffer | null;
  'preview-rebind': RebindPreview;
  'rebind-chat': null;
}
