import type { Operation } from 'fast-json-patch';
import type { Json } from '../json';
import type { Change } from './change';

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
export type CheckpointReason =
  | 'session-start'
  | 'before-changes'
  | 'before-rollback'
  | 'before-undo'
  /** Before what a reload had lost was put back. */
  | 'before-drafts'
  /** Before an earlier saved state was put on the page. */
  | 'before-saved';

/** A state as it is kept: whole, or as the RFC 6902 patch from another (ledger A-081). */
export type KeptState = { kind: 'full'; state: Json } | { kind: 'patch'; patch: Operation[] };

/** Another state, kept as a patch from the checkpoint's own. */
export interface StateBeside {
  stateHash: string;
  content: KeptState;
}

/**
 * Restorable state plus position in the conversation. The first, which is the session's start, and every tenth hold
 * the full state, and so does the first behind a gap; the others a patch from the checkpoint before (ledger
 * A-074..A-086).
 */
export interface Checkpoint {
  id: string;
  chatId: string;
  /** 0, 1, 2 … within the chat, in the order of taking; those let go leave a gap. */
  sequence: number;
  reason: CheckpointReason;
  createdAtMs: number;
  /** The run and the assistant message whose changes it precedes; null for the session's start and what the user did. */
  runId: string | null;
  messageId: string | null;
  /** Everything in the conversation from this position on came after the checkpoint. */
  position: number;
  calls: CheckpointCall[];
  stateHash: string;
  content: KeptState;
  /**
   * The page right after the changes that it precedes, so that just these can be undone later; null where that isn't
   * known exactly.
   */
  after: StateBeside | null;
  /** Before what the user did (a rollback, an undo, drafts put back): the ids of the conversation's messages as it was, so that taking it back is exact; else null. */
  conversation: string[] | null;
  /** Along with `conversation`: the page as that conversation knew it, if it was changed by hand since; else null. */
  known: StateBeside | null;
  /** Along with `conversation`: what the model hadn't been told yet of the page's changes; else empty. */
  untold: Change[];
}

/** A checkpoint without its state: all that lists and names are made of. */
export type CheckpointEntry = Omit<Checkpoint, 'content'>;
