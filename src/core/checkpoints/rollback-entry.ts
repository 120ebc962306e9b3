import type { Json } from '../json';
import type { NewAuditEntry } from '../records/audit-entry';
import type { Change } from '../records/change';
import type { Checkpoint } from '../records/checkpoint';
import type { RollbackMessage, UncountedAccounting } from '../records/message';
import type { HistoryPlace } from '../records/observed-page';
import type { Run } from '../records/run';

/** Everything that the journal stores for a rollback, an undo or a restore. */
export interface RollbackEntry {
  chatId: string;
  atMs: number;
  /** Stored as `discardedBy` in the messages that are set aside. */
  rollbackId: string;
  setAside: string[];
  bringBack: string[];
  /** New messages: an accounting row if messages move, and the change. */
  rows: (UncountedAccounting | RollbackMessage)[];
  /** The last run of the conversation, with its new status; null if it is unchanged. */
  run: { id: string; changes: Partial<Run> } | null;
  /** The page that the model knows from now on, and changes still to report; null to keep the known page, so that the next message reports the change. */
  known: { context: Json; stateHash: string; at: HistoryPlace; carried: Change[] } | null;
  /** The state after the change, for the safety checkpoint. */
  safety: Pick<Checkpoint, 'id' | 'after'>;
  audit: NewAuditEntry;
}
