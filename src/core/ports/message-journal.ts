import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution, ExecutionState, IntendedWrite } from '@/src/schema/call';
import type { LeftPage } from '@/src/schema/known-page';
import type {
  AssistantMessage,
  Message,
  PartialAnswer,
  SystemMessage,
  ToolMessage,
} from '@/src/schema/message';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { Run } from '@/src/schema/run';
import type { ChatChanges } from './chat-journal';
import type { UsageEntry, UsedRequest } from './usage-journal';

/** Hashes of the page's restorable state directly before and after a write. */
interface WriteHashes {
  before: string;
  after: string;
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
   * that only reads. Rejects with `storage` for a call that already has its result.
   */
  markStarted(executionId: string, startedAtMs: number, write: IntendedWrite | null): Promise<void>;
  /**
   * Marks the call of a message to another chat as started, with that chat. Rejects with `storage` for a call that already has
   * its result.
   */
  markSending(executionId: string, startedAtMs: number, toChatId: string): Promise<void>;
  /**
   * Reverts `markStarted` for a call that was certainly not sent: restores its earlier `state`. Rejects with `storage`
   * for a call that already has its result.
   */
  markUnsent(executionId: string, state: ExecutionState): Promise<void>;
  /** Stores a result and marks its call as `done`. Withdraws the pending approval request if no call of it is open any more. */
  storeResult(entry: {
    message: ToolMessage;
    run: Partial<Run>;
    chat: ChatChanges;
    /** The page as the call left it, with its hashes; null if the call changed nothing. */
    left: (LeftPage & PageHashes) | null;
    /**
     * Hash of the page's state after the call, if `left` is null; null or missing if it is unknown, or `left` has it.
     */
    leftStateHash?: string | null;
    /** Null for a call that can neither change nor send anything, or was only planned. */
    audit: NewAuditEntry | null;
  }): Promise<void>;
}
