import type { Json } from './values/json';

/**
 * Token counts of one request, as its endpoint reported them. `promptTokens` excludes cached tokens: endpoints differ in this, so
 * counts are normalized when stored.
 */
export interface TokenCounts {
  promptTokens: number;
  completionTokens: number;
  /** Prompt tokens that were read from the provider's cache. */
  cacheReadInputTokens: number;
  /** Prompt tokens that were written to the provider's cache. */
  cacheCreationInputTokens: number;
}

/** The purpose of a request: a response of a run, a title, or a summary. */
export type RequestKind = 'response' | 'title' | 'summary';

/** Sums over the requests of a chat with known counts. */
export interface TokenTotals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  /** Number of requests with unknown counts; missing if there are none. If present, each sum is a lower bound. */
  unknownRequests?: number;
}

/** Raw usage of one request of a chat. Every figure shown of a chat's usage is computed from these entries. */
export interface TokenUsageEntry {
  id: string;
  chatId: string;
  /** Null for requests that belong to no run: titles and summaries. */
  runId: string | null;
  kind: RequestKind;
  /** The message with the answer; the conversation lacks it if the answer was dropped. */
  messageId: string;
  /**
   * Position in the chat at which the usage was stored: that of the answer's message, otherwise the next free one. So an
   * accounting row includes exactly the entries up to its own position.
   */
  position: number;
  atMs: number;
  /** Missing in rows of an older version: then it is unknown. */
  connectionId?: string;
  model: string;
  /** Null if the endpoint reported none. */
  counts: TokenCounts | null;
  /** The endpoint's own object, unchanged; null if there was none. */
  raw: Json | null;
  /** Set in a branch for a request of the chat that it comes from: it says how large the context is, and isn't counted again. */
  isCopied?: true;
}
