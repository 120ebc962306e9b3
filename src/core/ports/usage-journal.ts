import type { Json } from '../json';
import type { AccountingMessage, TokenCounts, TokenTotals } from '../records/message';
import type { Run } from '../records/run';
import type { SentRequest } from '../records/sent-request';

/** The usage that the endpoint reported for one request; both are null if it reported none. */
export interface UsageEntry {
  counts: TokenCounts | null;
  /** The endpoint's own usage object, unchanged. */
  raw: Json | null;
}

/** Requests and the tokens that they used. */
export interface UsageJournal {
  addAccounting(row: AccountingMessage): Promise<void>;
  /** Adds the usage of a request whose response was not stored. */
  addUsage(
    entry: UsageEntry & { id: string; run: Run; messageId: string; atMs: number; model: string },
  ): Promise<void>;
  /** All tokens that the chat has used so far. */
  tokensUsed(chatId: string): Promise<TokenTotals>;
  /** Keeps a request for inspection; only the newest 20 per chat are kept. */
  keepSent(request: SentRequest): Promise<void>;
}
