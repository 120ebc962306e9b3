import type { Json } from '../json';
import type { NewAuditEntry } from '../records/audit-entry';
import type { Change } from '../records/change';
import type { Checkpoint } from '../records/checkpoint';
import type { AccountingMessage, RollbackMessage } from '../records/message';
import type { HistoryPlace } from '../records/observed-page';
import type { Run } from '../records/run';
/** What a rollback or an undo leaves on record. */
export interface RollbackEntry {
  chatId: string;
  atMs: number;
  /** Set on messages that leave the conversation. */
  rollbackId: string;
  setAside: string[];
  bringBack: string[];
  /** New entries: what was used up to here, and what happened. */
  rows: [AccountingMessage, RollbackMessage];
  /** The run that the conversation now ends with, and its status; null to leave it. */
  run: { id: string; changes: Partial<Run> } | null;
  /** What Steward now knows of the page, and what the model is still to be told; null to leave that, so that the next message tells of the change. */
  known: { context: Json; stateHash: string; at: HistoryPlace; carried: Change[] } | null;
  /** The page as it is now, for the checkpoint taken just before. */
  safety: Pick<Checkpoint, 'id' | 'after'>;
  /** For the site's journal. */
  audit: NewAuditEntry;
}
