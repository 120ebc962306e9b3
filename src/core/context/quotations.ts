import type { MentionedPart } from '@/src/schema/message';
import type { ChatRecord } from '../records/record-access';

/** Kinds of mentions that stand for a quoted text of a page or file, which is sent apart from the user's own words. */
export const QUOTATION_KINDS = ['quote', 'file'] as const;

/** The texts that were quoted in a chat: those of its messages, and the newest ones that aren't sent yet. */
export function quotationsOf({ chat, messages }: Pick<ChatRecord, 'chat' | 'messages'>): MentionedPart[] {
  const sent = messages.flatMap((message) => (message.role === 'user' ? (message.parts ?? []) : []));
  return [...(chat.quotations ?? []), ...sent.filter(({ page }) => page !== undefined)];
}

/** The quotations that a text mentions, in its order: those whose mention occurs in it, whatever is next to the mention. */
export function quotedIn(text: string, quotations: readonly MentionedPart[]): MentionedPart[] {
  const places = new Map(quotations.map((quotation) => [quotation.mention, quotation]));
  return [...places.values()]
    .filter(({ mention }) => text.includes(mention))
    .toSorted((one, other) => text.indexOf(one.mention) - text.indexOf(other.mention));
}

/** Maximum number of quotations that a chat keeps for messages that aren't sent yet. */
export const MAX_QUOTATIONS = 50;
