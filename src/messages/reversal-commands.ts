import { z } from 'zod';
import type { ReversalPreview } from '@/src/core/checkpoints/reversals';
import type { RevisionPreview } from '@/src/core/checkpoints/revision';
import { MAX_MESSAGE_LENGTH } from './channels';
import { command, hash, id, returns } from './command';
import type { GivenBack } from './message-commands';

/** The treatment of changes by others in a rollback. */
const rollbackStrategy = z.discriminatedUnion('strategy', [
  z.strictObject({ strategy: z.literal('replace') }),
  z.strictObject({ strategy: z.literal('merge'), keep: z.enum(['page', 'checkpoint']).nullable() }),
]);

const undo = z.strictObject({ kind: z.literal('undo'), checkpointId: id });
const restoreSaved = z.strictObject({ kind: z.literal('restore-saved') });

/** Targets of a preview. Restoring unsaved changes needs none: storage.session has its offer, which the page's readings update. */
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
  /** After a rollback that left later commits in effect: restores the state saved before the first of them, as unsaved changes. */
  restoreSaved,
]);

export type PreviewedReversal = z.infer<typeof previewed>;

/** The user's choice for a page that the messages to be set aside have changed. */
const revisionPage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({ kind: z.literal('roll-back'), strategy: rollbackStrategy }),
]);

/**
 * The state of page and conversation that the confirmed preview was computed on. The command fails if it is outdated.
 */
const shown = z.strictObject({ stateHash: hash, position: z.int().min(0) });

/** Commands that restore a state of the page or go back in the conversation. */
export const reversalCommands = [
  /** Returns the preview of the target's kind. */
  command(
    'preview-reversal',
    { chatId: id, target: previewed },
    returns<ReversalPreview<PreviewedReversal['kind']>>(),
  ),
  /**
   * Carries out a reversal. The user's message that was set aside returns to the composer, with its images, or becomes
   * unsent text.
   */
  command('reverse', { chatId: id, target: reversed, shown }, returns<GivenBack>()),
  /** Dismisses the lost unsaved changes: they are not offered again. */
  command('dismiss-lost-changes', { chatId: id }),
  /** Previews an edit of the user's message, or a retry of an answer. */
  command('preview-revision', { chatId: id, messageId: id }, returns<RevisionPreview>()),
  /**
   * Replaces a message of the user or, if `text` is null, sets an answer aside and requests it again. Starts a run.
   * `page` is the user's choice in the preview, `shown` the preview's basis.
   */
  command(
    'revise',
    {
      chatId: id,
      messageId: id,
      text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH).nullable(),
      shown,
      page: revisionPage,
    },
    returns<{ runId: string }>(),
  ),
] as const;
