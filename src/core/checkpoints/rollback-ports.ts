import type { AccountingMessage, RollbackMessage, TokenCounts } from '../chat/message';
import type { Json } from '../json';
import type { AdapterPort, Clock, IdSource, Journal, PagePort } from '../loop/ports';
import type { Run } from '../loop/run';
import type { CheckpointManager, CheckpointStore } from './checkpoint-manager';

/** The record's part of a rollback: one transaction. */
export interface RollbackJournal extends Pick<Journal, 'load' | 'knownContext'> {
  /** All tokens that the chat has used so far. */
  tokensUsed(chatId: string): Promise<TokenCounts>;
  recordRollback(entry: {
    chatId: string;
    /** Set on messages that leave the conversation. */
    rollbackId: string;
    setAside: string[];
    bringBack: string[];
    rows: [AccountingMessage, RollbackMessage];
    /** The run that the conversation now ends with, and its status. */
    run: { id: string; changes: Partial<Run> } | null;
    context: Json;
    stateHash: string;
  }): Promise<void>;
}

/** What the rollback is made of. */
export interface RollbackDeps {
  journal: RollbackJournal;
  page: PagePort;
  adapters: AdapterPort;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  clock: Clock;
  ids: IdSource;
}
