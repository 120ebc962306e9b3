import { z } from 'zod';
import type { ReversalPreview } from '@/src/core/checkpoints/reversals';
import { MAX_MESSAGE_LENGTH } from './channels';
import { command, hash, id, returns } from './command';
import type { GivenBack } from './message-commands';

/** The treatment of changes by others in a rollback. */
const rollbackStrategy = z.discriminatedUnion('strategy', [
  z.strictObject({ strategy: z.literal('replace') }),
  z.strictObject({ strategy: z.literal('merge'), keep: z.enum(['page', 'checkpoint']).nullable() }),
]);

const undo = z.strictObject({ kind: z.literal('undo'), checkpointId: id });
const alike = { kind: z.literal('make-alike'), fromChatId: id };
const restoreSaved = z.strictObject({ kind: z.literal('restore-saved') });

/** Targets of a preview. Restoring unsaved changes needs none: storage.session has its offer, which the page's readings update. */
const previewed = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rollback'), checkpointId: id }),
  undo,
  z.strictObject({ kind: z.enum(['edit', 'retry']), messageId: id }),
  restoreSaved,
  z.strictObject(alike),
]);

/** Targets of a reversal, with the user's choices. */
const reversed = z.discriminatedUnion('kind', [
  /** Rolls page and conversation back to a checkpoint. */
  z.strictObject({ kind: z.literal('rollback'), checkpointId: id, strategy: rollbackStrategy }),
  /** Undoes the changes of one response; the conversation and everything else stay as they are. */
  undo,
  /**
   * Rolls the conversation back to before a message of the user, and sends it with the new text; or back to before an answer, and
   * requests it again. `text`: missing for a retry. `strategy`: null to keep the page.
   */
  z.strictObject({
    kind: z.enum(['edit', 'retry']),
    messageId: id,
    text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH).exactOptional(),
    strategy: rollbackStrategy.nullable(),
  }),
  /** Restores the unsaved changes that the page lost in a reload. */
  z.strictObject({ kind: z.literal('restore-unsaved') }),
  /** After a rollback that left later commits in effect: restores the state saved before the first of them, as unsaved changes. */
  restoreSaved,
  /** Makes a site like another one of the same chat. `wantedHash`: the state that the preview showed. */
  z.strictObject({ ...alike, wantedHash: hash }),
]);

export type PreviewedReversal = z.infer<typeof previewed>;

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
] as const;
