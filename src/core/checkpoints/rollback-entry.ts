import type { NewAuditEntry } from '@/src/schema/audit';
import type { Change } from '@/src/schema/change';
import type { QueuedMessage, UnsentMessage } from '@/src/schema/chat';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { RollbackMessage, UncountedAccounting } from '@/src/schema/message';
import type { HistoryPlace } from '@/src/schema/observed-page';
import type { Run } from '@/src/schema/run';
import type { Json } from '@/src/schema/values/json';
import type { ChatTitle } from '../ports/chat-journal';

/** Everything that the journal stores for a reversal. */
export interface RollbackEntry {
  chatId: string;
  atMs: number;
  /** Stored as `discardedBy` in the messages that are set aside. */
  rollbackId: string;
  setAside: string[];
  bringBack: string[];
  /** The user's messages among those that are set aside, for the composer; missing if none is given back. */
  givenBack?: UnsentMessage;
  /** New messages: an accounting row if messages move, and the row of the change. */
  rows: (UncountedAccounting | RollbackMessage)[];
  /** The last run of the conversation, with its new status; null if it is unchanged. */
  run: { id: string; changes: Partial<Run> } | null;
  /**
   * The page that counts as known to the model from now on, and the changes still to report. Null to keep the known page, so that the
   * next message reports the reversal.
   */
  known: { context: Json; stateHash: string; at: HistoryPlace; carried: Change[] } | null;
  /** The state after the change, for the safety checkpoint. */
  safety: Pick<Checkpoint, 'id' | 'after'>;
  /** Null if the page was kept. */
  audit: NewAuditEntry | null;
  /** The chat's new title if another message of the user is now the first one; null to keep the title. */
  title: ChatTitle | null;
  /** The edited message, which goes into the chat's queue and is sent from there; missing unless a message was edited. */
  queued?: QueuedMessage;
}
