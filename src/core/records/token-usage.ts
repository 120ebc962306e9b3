import type { Json } from '../json';
import type { RequestKind, TokenCounts } from './message';

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
