import type { UserMessage } from '@/src/schema/message';

/** The edits of a chat's messages that the user hasn't sent. */
export interface ChatEdits {
  /** The message whose form is open; null if none is. */
  open: UserMessage | null;
  /** Texts that the user wrote, by the id of the message. */
  texts: Map<string, string>;
}

/** Edits by chat id. They are kept while another chat is shown. */
export type KeptEdits = Map<string, ChatEdits>;

/** Edits of a chat. The first call for a chat creates them. */
export function editsOf(kept: KeptEdits, chatId: string): ChatEdits {
  const edits = kept.get(chatId);
  if (edits !== undefined) return edits;
  const none = { open: null, texts: new Map() };
  kept.set(chatId, none);
  return none;
}
