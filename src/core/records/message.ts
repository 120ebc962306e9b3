import type { Change } from './change';
import type { ToolResult } from './tool-result';

/** What every entry of a chat's record has. */
interface MessageBase {
  id: string;
  chatId: string;
  /** The run it belongs to; null for entries that belong to none. */
  runId: string | null;
  /** Order within the chat: strictly increasing, gaps allowed. */
  position: number;
  createdAtMs: number;
  /** The rollback that set this entry aside, or null while it is part of the conversation. Set-aside entries are kept, and never sent. */
  discardedBy: string | null;
}

export interface UserMessage extends MessageBase, PageNews {
  role: 'user';
  content: string;
}

/** What a message tells of the page. */
export interface PageNews {
  /** What others changed on the page since the message before (ledger A-041). */
  changes: Change[];
  /** Marks the block of changes as data in every request that carries this message; random. */
  nonce: string;
}

/** A call as the model made it. */
export interface ToolCall {
  /** Steward's own id (a UUID); everything deduplicates on it. */
  executionId: string;
  /** The model's id: wire format only, and not unique with many servers. */
  modelCallId: string;
  name: string;
  /** As it came, unparsed. */
  argumentsText: string;
}

/** Why the model stopped, in the words of the OpenAI API; `unknown` where the endpoint said nothing. */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'unknown';

export interface AssistantMessage extends MessageBase {
  role: 'assistant';
  content: string;
  /** Shown and stored, never sent back. */
  reasoning: string;
  /** From the first reasoning chunk to the first of anything else; 0 without reasoning. */
  reasoningMs: number;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
  model: string;
  /**
   * Hash of the page's restorable state that the model was shown: a write of this response needs that state, or what its
   * own writes made of it. Null where the chat was never told of a state.
   */
  seenStateHash: string | null;
  /** Put together by Steward out of what the model planned in its run, for the user to apply; not an answer of the model's. */
  plan?: true;
}

export interface ToolMessage extends MessageBase {
  role: 'tool';
  executionId: string;
  modelCallId: string;
  name: string;
  result: ToolResult;
  /** From dispatch to result; 0 for calls that never reached the page. */
  durationMs: number;
  /** The `[PAGE UPDATED]` block that went out with this result in its own run; sent in later runs only if that run got no answer to it. */
  pageUpdate: string | null;
  /** Plan mode: the call was worked out and not carried out; it is part of the run's plan. */
  planned?: true;
}

/** An event from the page or from Steward itself. Sent as labelled user text, since many endpoints take a system message only at the start (ledger conflict 18). */
export interface SystemMessage extends MessageBase {
  role: 'system';
  /** Who sent it: `page`, or `steward`. */
  scope: string;
  content: string;
  /** Left out where there is none, as with most events that don't open a run. */
  news?: PageNews;
}

/** Token counts, normalised so that `inputTokens` excludes cached ones (ledger conflict 22). */
export interface TokenCounts {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
}

/** Sums over the requests of a chat whose counts are known. */
export interface TokenTotals extends TokenCounts {
  /** Requests whose counts are unknown: if there are any, each sum is a lower bound. Absent if there are none. */
  unknownRequests?: number;
}

/** Keeps cumulative totals when something leaves the conversation, or was paid for and dropped (ledger E-075..E-082). Never sent. */
export interface AccountingMessage extends MessageBase {
  role: 'accounting';
  reason:
    | 'Rolled back'
    | 'Cancelled'
    | 'Undone'
    | 'Unsaved changes put back'
    | 'Earlier save restored'
    | 'Checkpoints let go';
  cumulativeTokens: TokenTotals;
  discardedMessages: number;
}

/** Points to a commit that a rollback left in effect. */
export interface SavedSince {
  /** The commit whose earlier saved state belongs to the state that was rolled back to. */
  executionId: string;
  /** Hash of what the page reported as saved at the rollback; the record is outdated once that differs. */
  savedHash: string;
}

/**
 * Says that the page went back, and what became of the saved file. Never sent. A `rollback` takes the conversation
 * along; an `undo` takes back one response's changes and leaves the conversation as it is; so do `restore-drafts`,
 * which puts back what the page lost when it was loaded anew, and `restore-saved`, which puts on the page what had been
 * saved before a commit.
 */
export interface RollbackMessage extends MessageBase {
  role: 'rollback';
  kind: 'rollback' | 'undo' | 'restore-drafts' | 'restore-saved';
  /** What the page went back to, or what was undone; null where no checkpoint was concerned. */
  checkpointId: string | null;
  /** The checkpoint taken just before, by which the rollback can be taken back. */
  safetyCheckpointId: string;
  /** What was restored, e.g. `Before add_ignore_rule("*-preview*")`. */
  description: string;
  /** The hash observed on the page afterwards. */
  stateHash: string;
  discardedMessages: number;
  /** What the saved file holds compared with the page, in one sentence. */
  savedNote: string;
  /** What was saved since the state that the page went back to, and still is; null if nothing was. */
  savedSince: SavedSince | null;
}

/** One entry of a chat's record. */
export type Message =
  | UserMessage
  | AssistantMessage
  | ToolMessage
  | SystemMessage
  | AccountingMessage
  | RollbackMessage;

/** Shows what stays in the conversation, in order. */
export function conversation(messages: readonly Message[]): Message[] {
  return messages.filter((message) => message.discardedBy === null).sort((a, b) => a.position - b.position);
}
