import type { MentionedPart } from '@/src/schema/message';
import type { ChatRecord } from '../records/record-access';

/** Kinds of mentions that stand for a quotation of a page or of a file: the user's own words have no text of these. */
export const QUOTATION_KINDS = ['quote', 'file'] as const;

/** The texts that were quoted in a chat: those of its messages, and the newest ones that aren't sent yet. */
export function quotationsOf({ chat, messages }: Pick<ChatRecord, 'chat' | 'messages'>): MentionedPart[] {
  const sent = messages.flatMap((message) => (message.role === 'user' ? (message.parts ?? []) : []));
  return [...(chat.quotations ?? []), ...sent.filter(({ page }) => page !== undefined)];
}

/** Maximum number of quotations that a chat keeps for messages that aren't sent yet. */
export const MAX_QUOTATIONS = 50;
