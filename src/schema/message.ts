import type { Change } from './change';
import type { ChatSender } from './chat-sender';
import type { MessageImage } from './image';
import type { ToolResult } from './tool-result';
import type { TokenTotals } from './usage';

/** The fields that all messages of a chat have. */
interface MessageBase {
  id: string;
  chatId: string;
  /** The run that it belongs to; null if it belongs to none. */
  runId: string | null;
  /** Order within the chat: strictly increasing, gaps allowed. */
  position: number;
  createdAtMs: number;
  /**
   * The rollback that set this message aside, or the summary that the user discarded; null while it is part of the
   * conversation. Set-aside messages are kept, but never sent.
   */
  discardedBy: string | null;
}

export interface UserMessage extends MessageBase, PageNews {
  role: 'user';
  content: string;
  /** Missing if it has none. */
  images?: MessageImage[];
  /** The message that this one replaced when the user edited it; missing if it replaced none. */
  editOf?: string;
}

/** Changes of the page that a message reports. */
export interface PageNews {
  /** The changes that others made since the message before. */
  changes: Change[];
  /** Random; delimits the block of changes in a request, so that text of the page can't end the block. */
  nonce: string;
}

/** A call as the model made it. */
export interface ToolCall {
  /** Steward's own id (a UUID), used for deduplication. */
  executionId: string;
  /** The model's id, for the wire format only: many servers repeat ids. */
  modelCallId: string;
  name: string;
  /** Unparsed. */
  argumentsText: string;
}

/** The OpenAI API's `finish_reason`; `unknown` if the endpoint sent none. */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'unknown';

export interface AssistantMessage extends MessageBase {
  role: 'assistant';
  content: string;
  /** Displayed and stored, but never sent to a model. */
  reasoning: string;
  /** Time from the first reasoning chunk to the first other chunk; 0 without reasoning. */
  reasoningMs: number;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
  model: string;
  /**
   * Hash of the page's restorable state that the model had been sent. A write of this response has to start from that
   * state, or from the state that its own writes produced. Null if the model was sent no state.
   */
  seenStateHash: string | null;
  /** Index of the last message of its request that had a cache mark (see core/history); missing if none had. */
  cacheControlIndex?: number;
  /** Plan mode: Steward created this response from the run's planned calls, for the user to apply. */
  plan?: true;
}

export interface ToolMessage extends MessageBase {
  role: 'tool';
  executionId: string;
  modelCallId: string;
  name: string;
  result: ToolResult;
  /** From dispatch to result; 0 for calls that were never dispatched. */
  durationMs: number;
  /** The `[PAGE UPDATED]` block that was sent with this result in its own run. Later runs send it only if that run got no response to it. */
  pageUpdate: string | null;
  /** Plan mode: only a dry run was made; the call is part of the run's plan. */
  planned?: true;
}

/** An event from the page, from Steward or from another chat. Sent as labelled user text, since many endpoints accept a system message only at the start. */
export interface SystemMessage extends MessageBase {
  role: 'system';
  /** The sender: `page`, `steward`, or a chat (see chat-message). */
  scope: string;
  content: string;
  /** The chat that sent it; missing for an event from elsewhere. */
  sender?: ChatSender;
  /** Missing if the event reports no changes of the page. */
  news?: PageNews;
}

/** Keeps the cumulative token totals when messages leave the conversation, or a response was paid for and dropped. Never sent. */
export interface AccountingMessage extends MessageBase {
  role: 'accounting';
  reason:
    | 'Rolled back'
    | 'Cancelled'
    | 'Message edited'
    | 'Retry after error'
    | 'Answer retried'
    | 'Pruned'
    | 'Summarized';
  cumulativeTokens: TokenTotals;
  /** Number of messages that left the conversation. */
  discardedMessages: number;
  /**
   * Number of messages that stay in the conversation and are no longer sent, or with `ageing`, of results that are sent shortened;
   * missing if there are none.
   */
  omittedMessages?: number;
  /** The setting that causes a `Pruned` row; missing in other rows. */
  prunedBy?: 'tool-memory' | 'ageing' | 'trimming';
}

/** An accounting row before it is stored: the journal adds the totals, so that they match the usage stored before the row. */
export type UncountedAccounting = Omit<AccountingMessage, 'cumulativeTokens'>;

/** The request for a title. Belongs to no run; never sent again. */
export interface SystemTitleMessage extends MessageBase {
  role: 'system-title';
  content: string;
}

/** The title that the model answered with. Belongs to no run; never sent again. */
export interface TitleMessage extends MessageBase {
  role: 'title';
  content: string;
  model: string;
}

/** The request for a summary. Belongs to no run; never sent again. */
export interface SystemSummaryMessage extends MessageBase {
  role: 'system-summary';
  content: string;
}

/**
 * A summary of the conversation before it. Belongs to no run. Once it is the boundary, requests contain its text, and none of the
 * messages before it.
 */
export interface SummaryMessage extends MessageBase {
  role: 'summary';
  content: string;
  model: string;
  /** The model's text; missing unless the user changed it. */
  original?: string;
  /** Number of messages before it that did not fit into its request, so that it does not cover them; missing if there are none. */
  leftOut?: number;
  /** `draft`: the user hasn't accepted it yet; `removed`: the user lifted it, and the messages before it are sent again. */
  state: 'draft' | 'boundary' | 'removed';
}

/** A commit that a rollback left in effect. */
export interface SavedSince {
  /** The first commit after the checkpoint. Its `savedBefore` is the saved state that belongs to the checkpoint's state. */
  executionId: string;
  /** Hash of the page's saved state at the rollback. Once the saved state differs, this entry is outdated. */
  savedHash: string;
}

/**
 * Reports what the user had Steward do to page or conversation, and the saved state after it. Never sent. A `rollback`
 * also rolls back the conversation. An `edit` replaces a message of the user, and a `retry` an answer: both set the later
 * messages aside, and roll the page back only if the user chose that. The other kinds leave the conversation unchanged: an
 * `undo` reverts the changes of one response, `restore-unsaved` restores unsaved changes that the page lost by a reload, and
 * `restore-saved` restores the state that was saved before a commit.
 */
export interface RollbackMessage extends MessageBase {
  role: 'rollback';
  kind: 'rollback' | 'edit' | 'retry' | 'undo' | 'restore-unsaved' | 'restore-saved';
  /** The checkpoint that was restored, or whose changes were undone; null if no checkpoint was involved, or the page was kept. */
  checkpointId: string | null;
  /** The checkpoint taken just before, to undo this change. */
  safetyCheckpointId: string;
  /** The restored or undone state, e.g. `Before add_ignore_rule("*-preview*")`. */
  description: string;
  /** Hash of the page's restorable state afterwards. */
  stateHash: string;
  discardedMessages: number;
  /** One sentence that compares the saved state with the page; empty if the page was kept. */
  savedNote: string;
  /** The commit after the restored state that is still in effect; null if there is none. */
  savedSince: SavedSince | null;
}

/** One message of a chat. */
export type Message =
  | UserMessage
  | AssistantMessage
  | ToolMessage
  | SystemMessage
  | SystemTitleMessage
  | TitleMessage
  | SystemSummaryMessage
  | SummaryMessage
  | AccountingMessage
  | RollbackMessage;
