import type { Change } from '@/src/core/records/change';
import type { AccountingMessage, RollbackMessage } from '@/src/core/records/message';
import type { ToolCardModel } from './tool-card-model';

/**
 * One entry of the conversation as it is shown. Keys are made from message ids, so a response keeps its place and
 * its open folds when the record takes over from the tail.
 */
export type ConversationItem = { key: string } & (
  | { kind: 'user'; text: string; createdAtMs: number; changes: readonly Change[] }
  /** `durationMs` null: still going on (`isStreaming`), or not measured. */
  | { kind: 'thinking'; text: string; isStreaming: boolean; durationMs: number | null }
  | { kind: 'answer'; text: string; isStreaming: boolean }
  | { kind: 'tool'; card: ToolCardModel }
  | { kind: 'question'; question: Question }
  | { kind: 'note'; text: string; changes?: readonly Change[] }
  | { kind: 'rollback'; message: RollbackMessage }
  | { kind: 'accounting'; message: AccountingMessage }
);

/** What the assistant asks the user. */
export interface Question {
  text: string;
  /** Answers to choose from; none for an open question. */
  choices: readonly string[];
  /** Whether an answer in other words is wanted as well. */
  allowsOther: boolean;
  /** Whether the run stands at this question. */
  isOpen: boolean;
}
