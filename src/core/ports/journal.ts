import type { Json } from '../json';
import type { Approval } from '../records/approval';
import type { NewAuditEntry } from '../records/audit-entry';
import type { Change } from '../records/change';
import type { Chat, QueuedEvent, QueuedMessage } from '../records/chat';
import type { ChangeNotes, KnownPage, LeftPage } from '../records/known-page';
import type {
  AccountingMessage,
  AssistantMessage,
  Message,
  SystemMessage,
  TokenCounts,
  TokenTotals,
  ToolMessage,
  UserMessage,
} from '../records/message';
import type { HistoryPlace } from '../records/observed-page';
import type { PageHashes } from '../records/page-hashes';
import type { ChatRecord } from '../records/record-access';
import type { Execution, IntendedWrite, Run } from '../records/run';
import type { PageHolder } from '../records/run-status';
import type { SentRequest } from '../records/sent-request';

/** What one request used; both are null if the endpoint did not report it. */
export interface UsageEntry {
  counts: TokenCounts | null;
  /** The endpoint's own object, as it came. */
  raw: Json | null;
}

/** What changes in a chat's row along with an entry. */
export type ChatChanges = Partial<Pick<Chat, 'lastStateHash' | 'title' | 'updatedAtMs' | 'queuedStatus'>>;

/** What was taken out of a chat's queue; what came into it since stays. */
export interface TakenInput {
  message: QueuedMessage | null;
  events: QueuedEvent[];
}

/** How a run under way tells what became of the page: beside a result, or in an event. */
export type ReportedUpdate =
  | { kind: 'update'; toolMessageId: string; pageUpdate: string }
  | { kind: 'event'; message: SystemMessage };

/** Hashes of the page's restorable state right before and right after a write. */
export interface WriteHashes {
  before: string;
  after: string;
}

/** The durable record. Each method is one transaction: it happened wholly, or not at all. Rejects with `storage` or `not-found`. */
export interface Journal {
  /** Everything that a chat has on record. Long chats make it slow: not for each call of a response. */
  load(chatId: string): Promise<ChatRecord>;
  /** A chat's row, without its entries. */
  chatById(chatId: string): Promise<Chat>;
  /** A chat's entries from `position` on, in order, those set aside included. */
  messagesFrom(chatId: string, position: number): Promise<Message[]>;
  /** One run's row, without the record around it. */
  runById(runId: string): Promise<Run>;
  /** Starts a run: its row, the message or event that opens it, and the context that the next message's changes are told against. */
  beginRun(entry: {
    run: Run;
    message: UserMessage | SystemMessage;
    context: Json;
    at: HistoryPlace;
    chat: ChatChanges;
    taken: TakenInput;
  }): Promise<void>;
  /** Input enters the conversation of a run under way. */
  acceptInput(entry: {
    runId: string;
    messages: (UserMessage | SystemMessage)[];
    run: Partial<Run>;
    chat: ChatChanges;
    taken: TakenInput;
  }): Promise<void>;
  /** The queue's one slot for the user's message; null empties it. */
  queueMessage(chatId: string, message: QueuedMessage | null): Promise<void>;
  queueEvent(chatId: string, event: QueuedEvent): Promise<void>;
  updateChat(chatId: string, changes: ChatChanges): Promise<void>;
  /** An accounting row, and usage that belongs to no stored response. */
  addAccounting(row: AccountingMessage): Promise<void>;
  addUsage(
    entry: UsageEntry & { id: string; run: Run; messageId: string; atMs: number; model: string },
  ): Promise<void>;
  /** All tokens that the chat has used so far. */
  tokensUsed(chatId: string): Promise<TokenTotals>;
  /** For looking at: the newest 20 per chat are kept. */
  keepSent(request: SentRequest): Promise<void>;
  updateRun(runId: string, changes: Partial<Omit<Run, 'id' | 'chatId'>>, chat?: ChatChanges): Promise<void>;
  /** The response, its calls as `received`, and the usage of its request; null if none was made for it. */
  storeResponse(entry: {
    message: AssistantMessage;
    executions: Execution[];
    usage: (UsageEntry & { id: string }) | null;
    run: Partial<Run>;
  }): Promise<void>;
  /** The rows of a response's calls, in call order. Each holds whole states of the page: not for each call of a response. */
  executionsOf(messageId: string): Promise<Execution[]>;
  /** The state hashes of a response's writes that have ended and changed the page, in call order. */
  stateHashesOf(messageId: string): Promise<WriteHashes[]>;
  /** Null if there is none of this id. */
  executionById(executionId: string): Promise<Execution | null>;
  /**
   * Written ahead: from here on the call may have happened. `write`: what it is to do; null for a call that only reads.
   * Rejects with `storage` for a call that has its result.
   */
  markStarted(executionId: string, startedAtMs: number, write: IntendedWrite | null): Promise<void>;
  /** The result, and with it the call's row as `done`; a question still open about the call is withdrawn. */
  storeResult(entry: {
    message: ToolMessage;
    run: Partial<Run>;
    chat: ChatChanges;
    /** The page as the call left it, with the hash of its restorable state; null if it changed nothing. */
    left: (LeftPage & PageHashes) | null;
    /** Null for calls that change nothing. */
    audit: NewAuditEntry | null;
  }): Promise<void>;
  /** What became of the page in mid-run, and the context that the model knows from then on. */
  storePageUpdate(entry: {
    chatId: string;
    told: ReportedUpdate | null;
    context: Json;
    at: HistoryPlace;
    chat: ChatChanges;
  }): Promise<void>;
  /** The page as the conversation knows it; null before the first message. */
  knownPage(chatId: string): Promise<KnownPage | null>;
  /** Beside the known context: when its changes were first seen, and what it no longer shows. */
  changeNotes(chatId: string): Promise<ChangeNotes>;
  noteSeen(chatId: string, seen: Change[]): Promise<void>;
  /** The run's page state as its requests carry it, read anew before anything was answered, or after a rollback; what was carried over is told with it. */
  renewOpening(entry: {
    runId: string;
    contextText: string;
    /** What the opening message tells of the page from now on; null if it was sent already. */
    changes: Change[] | null;
    /** A new message that carries the page state from now on; null if the opening one does. */
    event: SystemMessage | null;
    context: Json;
    at: HistoryPlace;
    chat: ChatChanges;
  }): Promise<void>;
  /** The question about the calls of a call's response, asked in its own run; null if none was. */
  approvalOf(call: Pick<Execution, 'messageId' | 'runId' | 'chatId'>): Promise<Approval | null>;
  /** Null if there is none of this id. */
  approvalById(approvalId: string): Promise<Approval | null>;
  /** A new question, and its calls' state, in one step with the run's status. */
  addApproval(approval: Approval, run: Partial<Run>): Promise<void>;
  /**
   * Puts a question in the place of what it was, with another preview or with what the user decided, in one step with
   * the run's status and the tools that the user allowed; null if they allowed none.
   */
  updateApproval(approval: Approval, run: Partial<Run>, allowed: AllowedTools | null): Promise<void>;
  /**
   * Gives the run the lease of its chat's page, unless another chat's run or restore has it and still needs it. Returns
   * that chat, or null if the lease was given. One transaction, so that two runs can't get the lease at the same time.
   */
  leasePage(runId: string): Promise<PageHolder | null>;
  /** The other chat whose run or restore has the lease of this chat's page and still needs it; null if there is none. */
  pageHolder(chatId: string): Promise<PageHolder | null>;
  /** The other chats whose runs wait for the lease of this chat's page. */
  waitingForPage(chatId: string): Promise<string[]>;
  /** Chains a row to its site's journal, for what is no call. */
  addAudit(record: NewAuditEntry): Promise<void>;
}

/** Tools that the user lets run without a question in a chat from now on, and the audit's row for that. */
export interface AllowedTools {
  tools: readonly string[];
  audit: NewAuditEntry;
}
