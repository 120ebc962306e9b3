import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution, ExecutionState, IntendedWrite } from '@/src/schema/call';
import type { CheckpointOutcome } from '@/src/schema/checkpoint';
import type {
  AssistantMessage,
  Message,
  PartialAnswer,
  SystemMessage,
  ToolMessage,
} from '@/src/schema/message';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { Run } from '@/src/schema/run';
import type { Json } from '@/src/schema/values/json';
import type { ChatChanges } from './chat-journal';
import type { NewCheckpoint } from './new-checkpoint';
import type { EndedWrite, HistoryChange } from './page-history';
import type { UsageEntry, UsedRequest } from './usage-journal';

/** Hashes of the page's restorable state directly before and after a write. */
interface WriteHashes {
  before: string;
  after: string;
}

/** The end of a call's write. */
interface CallWriteEnd {
  ends: HistoryChange<EndedWrite>;
  /** The page as the write left it, with its hashes; null if the write changed nothing, or others may have changed the page, too. */
  left: (PageHashes & { context: Json }) | null;
}

/** Responses, their calls, and the calls' results. */
export interface MessageJournal {
  /**
   * Stores a response, its calls as `received`, and the usage of its request; `usage` is null if no request was made for it.
   * Deletes the run's earlier partial answer, whose id is `replaced`; null if there is none.
   */
  storeResponse(entry: {
    message: AssistantMessage;
    executions: Execution[];
    usage: (UsageEntry & Pick<UsedRequest, 'id' | 'connectionId'>) | null;
    run: Partial<Run>;
    replaced: string | null;
  }): Promise<void>;
  /**
   * Stores an answer that broke off, and the usage of its request at the chat's next position. Deletes the run's earlier
   * partial answer, whose id is `replaced`; null if there is none.
   */
  storePartialAnswer(entry: {
    message: PartialAnswer;
    usage: UsageEntry & UsedRequest;
    replaced: string | null;
  }): Promise<void>;
  /** Replaces a partial answer by an answer with the same id, and adds the event that asks the model to continue it. */
  continuePartialAnswer(entry: { message: AssistantMessage; event: SystemMessage }): Promise<void>;
  /** A chat's messages from `position` on, in order, including those that were set aside. */
  messagesFrom(chatId: string, position: number): Promise<Message[]>;
  /** The calls of a response, in call order. Their rows hold whole page states, so don't read them for each call. */
  executionsOf(messageId: string): Promise<Execution[]>;
  /** The state hashes of a response's writes that have ended and changed the page, in call order. */
  stateHashesOf(messageId: string): Promise<WriteHashes[]>;
  /** Null if no call has this id. */
  executionById(executionId: string): Promise<Execution | null>;
  /**
   * Marks a call as started, before it is dispatched: from then on it may have had its effect. `write` is null for a call
   * that only reads. `opens`: marks the write as in progress in the page's history; null for a call that isn't sent to the page.
   * `checkpoint`: the response's checkpoint, taken before its first change; null if it has one, or needs none. Rejects with `storage`
   * for a call that already has its result.
   */
  markStarted(
    executionId: string,
    startedAtMs: number,
    write: IntendedWrite | null,
    opens: HistoryChange | null,
    checkpoint: NewCheckpoint | null,
  ): Promise<void>;
  /**
   * Marks the call of a message to another chat as started, with that chat. Rejects with `storage` for a call that already has
   * its result.
   */
  markSending(executionId: string, startedAtMs: number, toChatId: string): Promise<void>;
  /**
   * Reverts `markStarted` for a write that was certainly not sent: restores the call's earlier `state`, and ends the write in
   * the page's history. Rejects with `storage` for a call that already has its result.
   */
  markUnsent(executionId: string, state: ExecutionState, ends: HistoryChange): Promise<void>;
  /** Stores a result and marks its call as `done`. Withdraws the pending approval request if no call of it is open any more. */
  storeResult(entry: {
    message: ToolMessage;
    run: Partial<Run>;
    chat: ChatChanges;
    /** The write that ends with this result; null for a call without a write, or whose write has ended. */
    write: CallWriteEnd | null;
    /** Hash of the page's state after a call that isn't sent to the page; null or missing if it is unknown, or `write` has it. */
    leftStateHash?: string | null;
    /** The response's checkpoint with the call's outcome; null if the response has none, or the call concerns no page. */
    checkpoint: CheckpointOutcome | null;
    /** Null for a call that can neither change nor send anything, or was only planned. */
    audit: NewAuditEntry | null;
  }): Promise<void>;
}
