import type { MentionedPart } from '@/src/schema/message';
import type { ChatRecord } from '../records/record-access';
import { mentionOf } from './mentions';

/** Kind of a mention that stands for a quotation: the user's own words have no text of the page. */
export const QUOTE = 'quote';

/** The mention of a quotation. `id`: letters and digits. */
export function quotationMention(id: string): string {
  return mentionOf(QUOTE, id);
}

/** The texts that were quoted in a chat: those of its messages, and the newest ones that aren't sent yet. */
export function quotationsOf({ chat, messages }: Pick<ChatRecord, 'chat' | 'messages'>): MentionedPart[] {
  const sent = messages.flatMap((message) => (message.role === 'user' ? (message.parts ?? []) : []));
  return [...(chat.quotations ?? []), ...sent.filter(({ page }) => page !== undefined)];
}

/** Maximum number of quotations that a chat keeps for messages that aren't sent yet. */
export const MAX_QUOTATIONS = 50;
