import type { AccountingMessage, UncountedAccounting } from '@/src/schema/message';
import type { SentRequest } from '@/src/schema/sent-request';
import type { TokenCounts, TokenTotals, TokenUsageEntry, UsageKind } from '@/src/schema/usage';
import type { Json } from '@/src/schema/values/json';
import type { PageUpdate } from './known-page-journal';

/** The usage that the endpoint reported for one request; both are null if it reported none. */
export interface UsageEntry {
  counts: TokenCounts | null;
  /** The endpoint's own usage object, unchanged. */
  raw: Json | null;
}

/** The facts about a request that used tokens. */
export interface UsedRequest {
  id: string;
  chatId: string;
  /** Null for requests that belong to no run. */
  runId: string | null;
  kind: UsageKind;
  messageId: string;
  atMs: number;
  connectionId?: string;
  model: string;
  /** Estimated tokens of the request; missing if they aren't compared with what the endpoint reports. */
  sentTokens?: number;
}

/**
 * Requests and the tokens that they used. Methods that add a row reject with `not-found` for a chat that is deleted.
 */
export interface UsageJournal {
  /** Adds a row with the totals of the usage stored so far. Resolves with the stored row. */
  addAccounting(row: UncountedAccounting): Promise<AccountingMessage>;
  /** Adds the usage of a request that was not stored with a response of a run, at the chat's next position. */
  addUsage(entry: UsageEntry & UsedRequest): Promise<void>;
  /** All tokens that the chat has used so far. */
  tokensUsed(chatId: string): Promise<TokenTotals>;
  /** The usage stored at this position of the chat or later. */
  usageFrom(chatId: string, position: number): Promise<TokenUsageEntry[]>;
  /**
   * Keeps a request for inspection; only the newest 20 per chat are kept. `update`: the report of the page's changes that this request
   * is the first to contain; missing or null if there is none.
   */
  keepSent(request: SentRequest, update?: PageUpdate | null): Promise<void>;
}
