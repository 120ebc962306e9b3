import { z } from 'zod';
import type { ReversalPreview } from '@/src/core/checkpoints/reversals';
import { rollbackStrategy } from './revision-commands';
import type { GivenBack } from './set-aside-commands';

const id = z.string().min(1).max(100);

const undo = z.strictObject({ kind: z.literal('undo'), checkpointId: id });
const restoreSaved = z.strictObject({ kind: z.literal('restore-saved') });

/** Targets of a preview. The offer to restore unsaved changes is in storage.session instead, as the page's readings leave it. */
const previewed = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rollback'), checkpointId: id }),
  undo,
  restoreSaved,
]);

/** Targets of a reversal, with the user's choices. */
const reversed = z.discriminatedUnion('kind', [
  /** Rolls page and conversation back to a checkpoint. */
  z.strictObject({ kind: z.literal('rollback'), checkpointId: id, strategy: rollbackStrategy }),
  /** Undoes the changes of one response; the conversation and everything else stay as they are. */
  undo,
  /** Restores the unsaved changes that the page lost in a reload. */
  z.strictObject({ kind: z.literal('restore-unsaved') }),
  /** Restores on the page, as unsaved changes, the state saved before the save that a rollback went back past. */
  restoreSaved,
]);

/** Commands that restore a state of the page. */
export const reversalCommands = [
  z.strictObject({ type: z.literal('preview-reversal'), chatId: id, target: previewed }),
  /** `expectedStateHash` is that of the preview: a page changed since is not overwritten. */
  z.strictObject({
    type: z.literal('reverse'),
    chatId: id,
    target: reversed,
    expectedStateHash: z.string().length(64),
  }),
] as const;

export type PreviewedReversal = z.infer<typeof previewed>;
export type ReversedByCommand = z.infer<typeof reversed>;

/** The result of each of these commands. */
export interface ReversalCommandResults {
  /** That of the target's kind. */
  'preview-reversal': ReversalPreview<PreviewedReversal['kind']>;
  /** The discarded user message is given back, with its images. */
  reverse: GivenBack;
}
