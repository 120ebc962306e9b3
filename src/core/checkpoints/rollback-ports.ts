import type { NewAuditEntry } from '@/src/schema/audit';
import type { Change } from '@/src/schema/change';
import type { AdapterPort } from '../adapter/adapter-port';
import type { EndpointPort } from '../llm/endpoint-port';
import type { PageObserver } from '../page-history/page-observer';
import type { ApprovalGate } from '../policy/approval-gate';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { EndedWrite, HistoryChange } from '../ports/page-history';
import type { PagePort } from '../ports/page-port';
import type { PageHolder } from '../records/run-status';
import type { CheckpointManager, CheckpointStore } from './checkpoint-manager';
import type { RestoreIntent } from './restore-intent';
import type { RollbackEntry } from './rollback-entry';

/** The journal methods for changes of the page by the user's click. All reject with `storage`. */
export interface RollbackJournal
  extends Pick<Journal, 'load' | 'knownPage' | 'executionById' | 'stateHashesOf' | 'tokensUsed'> {
  /**
   * Stores a restore before it is sent to the page, and gives its chat the page's lease, unless another chat has it and still
   * needs it. `opens`: notes its write in the page's history. Returns that chat, or null if the lease was given. One transaction.
   */
  beginRestore(intent: RestoreIntent, opens: HistoryChange): Promise<PageHolder | null>;
  /**
   * Stores an entry, and ends the chat's restore if there is one. Its `givenBack` goes into the composer, or is set
   * aside if the composer has another text. `ends`: the ends of the restore's writes in the page's history, in order; the
   * last one's place is that of the entry's `known`. Returns true if the composer has the text. One transaction.
   */
  recordRollback(entry: RollbackEntry, ends: readonly HistoryChange<EndedWrite>[]): Promise<boolean>;
  /** The chat's restore that hasn't ended; null if there is none. */
  restoreOf(chatId: string): Promise<RestoreIntent | null>;
  /**
   * Ends the chat's restore, if there is one, and its writes in the page's history, without a message in the conversation.
   * `unreported`: a change that the next message reports to the model; null for none. One transaction.
   */
  endRestore(
    chatId: string,
    audit: NewAuditEntry | null,
    unreported: Change | null,
    ends: readonly HistoryChange[],
  ): Promise<void>;
}

export interface RollbackDeps {
  journal: RollbackJournal;
  page: PagePort;
  endpoints: Pick<EndpointPort, 'endpointOf'>;
  adapters: AdapterPort;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  gate: Pick<ApprovalGate, 'authorizeState'>;
  observer: PageObserver;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
}
