import type { Operation } from 'fast-json-patch';
import type { Json } from '../json';

/** A call as a checkpoint names it. */
export interface CheckpointCall {
  executionId: string;
  name: string;
  /** As shown, e.g. `add_ignore_rule("*-preview*")`. */
  label: string;
  /** What it came to; null until its result is in. */
  outcome: string | null;
  success: boolean | null;
}

/** Why it was taken. */
export type CheckpointReason = 'session-start' | 'before-changes' | 'before-rollback';

/**
 * Restorable state plus position in the conversation. The first, every tenth and the session's start hold the full
 * state; the others an RFC 6902 patch from the checkpoint before (ledger A-074..A-086).
 */
export interface Checkpoint {
  id: string;
  chatId: string;
  /** 0, 1, 2 … within the chat, without gaps. */
  sequence: number;
  reason: CheckpointReason;
  createdAtMs: number;
  /** The run and the assistant message whose changes it precedes; null for the session's start and rollbacks. */
  runId: string | null;
  messageId: string | null;
  /** Everything in the conversation from this position on came after the checkpoint. */
  position: number;
  calls: CheckpointCall[];
  stateHash: string;
  content: { kind: 'full'; state: Json } | { kind: 'patch'; patch: Operation[] };
  /** For `before-rollback`: the ids of the conversation's messages as it was, so that taking the rollback back is exact; else null. */
  conversation: string[] | null;
}
