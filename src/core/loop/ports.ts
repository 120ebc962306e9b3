import type { AdapterDefinition, Change } from '../adapter/adapter-definition';
import type { PageHashes } from '../adapter/page-hashes';
import type { Chat, QueuedEvent, QueuedMessage } from '../chat/chat';
import type {
  AccountingMessage,
  AssistantMessage,
  Message,
  SystemMessage,
  TokenCounts,
  TokenTotals,
  ToolMessage,
  UserMessage,
} from '../chat/message';
import type { ErrorInfo } from '../errors';
import type { Json, JsonObject } from '../json';
import type { Endpoint } from '../llm/ai-service';
import type { Observation } from '../page-history/advance-page';
import type { HistoryPlace, ObservedPage, PageStep } from '../page-history/observed-page';
import type { Approval } from '../policy/approval';
import type { AuditRecord } from '../policy/audit-entry';
import type { CallToPlan, DryRun } from '../policy/change-preview';
import type { PagePlace, WriteToken } from '../policy/write-token';
import type { SentRequest } from '../prompts/sent-request';
import type { ExecutionOutcome, PageLook } from '../tools/execution-outcome';
import type { LoopEvent } from './loop-event';
import type { Execution, ExecutionState, IntendedWrite, Run } from './run';
import type { PageHolder } from './run-status';

/** The only clock that the core knows. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** Waits. After a death of the worker every wait is computed anew from the record. */
export interface Timer {
  /** Resolves after `delayMs`; rejects with the signal's reason when it aborts. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

/** Where random ids come from. */
export interface IdSource {
  /** A UUID. */
  newId(): string;
}

/** A context as it was read, with the hash of its restorable part. */
export interface PageReading {
  context: Json;
  stateHash: string;
  source: PageSource;
}

/** Where a reading comes from. */
export interface PageSource extends PageLook {
  /** Names the tab and what it shows; the same over reloads. */
  page: string;
  /** When the background requested it, in milliseconds since 1970. Orders looks at different documents. */
  askedAtMs: number;
}

/** What a call needs to reach the page. */
export interface QueryRequest {
  executionId: string;
  tool: string;
  args: JsonObject;
  timeoutMs: number;
}

/** What a call needs to change something there. */
export interface ExecutionRequest extends QueryRequest {
  /** For exactly this change. The page refuses with `page-changed` if its state has another hash than the token's. */
  token: WriteToken;
}

/** A state to put a page into. */
export interface StateRequest {
  executionId: string;
  state: Json;
  token: WriteToken;
}

/** What a page remembers of an execution. */
export type RecalledExecution =
  /** Nothing: it never arrived, or the document was loaded again since. */
  | { kind: 'unknown' }
  /** It has not ended. */
  | { kind: 'running' }
  | { kind: 'done'; outcome: ExecutionOutcome }
  /** It ended in an error, which leaves open whether it took effect. */
  | { kind: 'failed'; error: ErrorInfo };

/**
 * The chat's page. All methods reject with a StewardError: `page-gone`, `page-changed`, `page-protocol`,
 * `state-refused`, `permission-missing`; a change whose token isn't for it with `write-refused`, before anything
 * happens. None waits for ever: each has a time limit, after which it rejects with `timeout`, and rejects with the
 * signal's reason when it aborts. A change that was sent may still take effect after either.
 */
export interface PagePort {
  readContext(chat: Chat, signal: AbortSignal): Promise<PageReading>;
  /** Where the chat's page is now. */
  placeOf(chat: Chat, signal: AbortSignal): Promise<PagePlace>;
  /** Runs a call that only looks, once per execution id. */
  query(chat: Chat, request: QueryRequest, signal: AbortSignal): Promise<ExecutionOutcome>;
  /** Runs a call at most once per execution id. When the signal aborts, its answer is awaited for a short grace. */
  execute(chat: Chat, request: ExecutionRequest, signal: AbortSignal): Promise<ExecutionOutcome>;
  /** Puts the page into `state`, all or nothing, and answers with the hash observed afterwards. */
  applyState(chat: Chat, request: StateRequest, signal: AbortSignal): Promise<{ stateHash: string }>;
  recall(chat: Chat, executionId: string, signal: AbortSignal): Promise<RecalledExecution>;
}

/** What calls would do to a page. */
export interface PlannedCalls {
  dryRun: DryRun;
  /** The page as it is. */
  reading: PageReading;
  /** The page's context after all of the calls; null where nobody can tell. */
  after: Json | null;
}

/** Works out what calls would do, without doing it. */
export interface DryRunPort {
  /**
   * Carries calls out in memory, one after the other, from the page as it is. Looks at the page, and changes nothing
   * there. Rejects as the page's reading does.
   */
  plan(chat: Chat, calls: readonly CallToPlan[], signal: AbortSignal): Promise<PlannedCalls>;
}

/** The chat's model. */
export interface EndpointPort {
  /**
   * Rejects with `connection-missing` or `model-missing` if the person hasn't chosen yet, and with the signal's reason
   * when it aborts before the endpoint may be asked.
   */
  endpointOf(chat: Chat, signal: AbortSignal): Promise<{ endpoint: Endpoint; model: string }>;
}

/** The adapters that this build knows. */
export interface AdapterPort {
  /** Throws `page-unknown` if there is none of this id. */
  definitionOf(adapterId: string): AdapterDefinition;
}

/** A page's history, kept across deaths of the worker. Rejects with `storage`. */
export interface PageHistory {
  /**
   * Replaces a page's row and appends the steps found, in one transaction; null leaves all as it is. `change` gets null
   * for a page that was never observed. Answers with the row as it is then; rejects with `not-found` if there is none.
   */
  update(
    page: string,
    change: (known: ObservedPage | null) => Observation | null,
  ): Promise<{ page: ObservedPage }>;
  /** The steps after a place, in order. */
  stepsSince(place: Pick<HistoryPlace, 'page' | 'sequence'>): Promise<PageStep[]>;
}

/** A page as a conversation knows it. */
export interface KnownPage {
  /** As the model was told last. */
  context: Json;
  /** Where the page's history stood then. */
  at: HistoryPlace;
  /** The page as the chat's own writes left it since; null if there were none. */
  own: OwnWrites | null;
}

/** The page as the last of a chat's own writes left it. */
export interface LeftPage {
  context: Json;
  /** Where the page's history stood then. */
  at: HistoryPlace;
}

/** What a chat's own writes made of the page. */
export interface OwnWrites extends LeftPage {
  /** As earlier ones left it, where others changed the page behind them. */
  earlier: LeftPage[];
}

/** What one request used; both are null if the endpoint did not report it. */
export interface UsageEntry {
  counts: TokenCounts | null;
  /** The endpoint's own object, as it came. */
  raw: Json | null;
}

/** Everything that a chat has on record. */
export interface ChatRecord {
  chat: Chat;
  /** All entries in order, those set aside included. */
  messages: Message[];
  /** The run of the last user message in the conversation; null before the first. */
  run: Run | null;
}

/** What changes in a chat's row along with an entry. */
export type ChatChanges = Partial<Pick<Chat, 'lastStateHash' | 'title' | 'updatedAtMs' | 'queuedStatus'>>;

/** What was taken out of a chat's queue; what came into it since stays. */
export interface TakenInput {
  message: QueuedMessage | null;
  events: QueuedEvent[];
}

/** What the model wasn't told yet of the page (see KnownContext of the store). */
export interface ChangeNotes {
  seen: Change[];
  carried: Change[];
}

/** How a run under way tells what became of the page: beside a result, or in an event. */
export type ToldUpdate =
  | { kind: 'update'; toolMessageId: string; pageUpdate: string }
  | { kind: 'event'; message: SystemMessage };

/** The durable record. Each method is one transaction: it happened wholly, or not at all. Rejects with `storage` or `not-found`. */
export interface Journal {
  load(chatId: string): Promise<ChatRecord>;
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
  /** The queue's one slot for the person's message; null empties it. */
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
  executionsOf(messageId: string): Promise<Execution[]>;
  /** Null if there is none of this id. */
  executionById(executionId: string): Promise<Execution | null>;
  /**
   * Written ahead: from here on the call may have happened. `write`: what it is to do; null for a call that only reads.
   * Rejects with `storage` for a call that has its result.
   */
  markStarted(executionId: string, startedAtMs: number, write: IntendedWrite | null): Promise<void>;
  /**
   * Takes `markStarted` back for a call that certainly wasn't sent: it's in the state that it had before. Rejects with
   * `storage` for a call that has its result.
   */
  markUnsent(executionId: string, state: ExecutionState): Promise<void>;
  /** The result, and with it the call's row as `done`; a question still open about the call is withdrawn. */
  storeResult(entry: {
    message: ToolMessage;
    run: Partial<Run>;
    chat: ChatChanges;
    /** The page as the call left it, with the hash of its restorable state; null if it changed nothing. */
    left: (LeftPage & PageHashes) | null;
    /** Null for calls that change nothing. */
    audit: AuditRecord | null;
  }): Promise<void>;
  /** What became of the page in mid-run, and the context that the model knows from then on. */
  storePageUpdate(entry: {
    chatId: string;
    told: ToldUpdate | null;
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
  askApproval(approval: Approval, run: Partial<Run>): Promise<void>;
  /**
   * Puts a question in the place of what it was, with another preview or with what the person decided, in one step with
   * the run's status and the tools that the person allowed; null if they allowed none.
   */
  updateApproval(approval: Approval, run: Partial<Run>, allowed: AllowedTools | null): Promise<void>;
  /**
   * Gives the run the lease of its chat's page, unless another chat's run or restore has it and still needs it. Returns
   * that chat, or null if the lease was given. One transaction, so that two runs can't get the lease at the same time.
   */
  takePage(runId: string): Promise<PageHolder | null>;
  /** The other chat whose run or restore has the lease of this chat's page and still needs it; null if there is none. */
  pageHolder(chatId: string): Promise<PageHolder | null>;
  /** The other chats whose runs wait for the lease of this chat's page. */
  waitingForPage(chatId: string): Promise<string[]>;
  /** Chains a row to its site's journal, for what is no call. */
  addAudit(record: AuditRecord): Promise<void>;
}

/** Tools that the person lets run without a question in a chat from now on, and the audit's row for that. */
export interface AllowedTools {
  tools: readonly string[];
  audit: AuditRecord;
}

/** Who listens to the loop: panels, logs. Must not throw. */
export interface EventBus {
  emit(source: { chatId: string; runId: string; attempt: number }, event: LoopEvent): void;
}
