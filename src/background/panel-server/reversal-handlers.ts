import { logRestore } from '@/src/core/logging/log-restore';
import type { CommandHandlers } from './command-context';

/** Subject and verb of the log entry for each kind of reversal. */
const SUBJECTS = {
  rollback: 'A checkpoint was',
  undo: 'A checkpoint was',
  'restore-unsaved': 'Unsaved changes lost in a reload were',
  'restore-saved': 'An earlier save was',
} as const;

export const reversalHandlers = {
  'preview-reversal': ({ chatId, target }, { reversals }) => reversals.preview(chatId, target),
  reverse: async ({ chatId, target, expectedStateHash }, context, consent) => {
    const { loop, reversals, lostChanges, log, look } = context;
    const restored = {
      chatId,
      checkpointId: 'checkpointId' in target ? target.checkpointId : null,
      subject: SUBJECTS[target.kind],
    };
    const reversed = logRestore(log, restored, () =>
      loop.whileIdle(chatId, () =>
        target.kind === 'restore-unsaved'
          ? lostChanges.restore(chatId, expectedStateHash, consent)
          : reversals.perform(chatId, target, expectedStateHash, consent),
      ),
    );
    const givenBack = await reversed.catch(async (error: unknown) => {
      // The offer of unsaved changes must match the current page. Other refused reversals change and store nothing.
      if (target.kind === 'restore-unsaved') await look(chatId);
      throw error;
    });
    // The user chose the page's state, so lost unsaved changes are no longer offered.
    if (target.kind === 'rollback') await lostChanges.dismiss(chatId);
    // Updates the page line before the panel receives the result, instead of after the page's own notice.
    await look(chatId);
    return givenBack;
  },
  'dismiss-lost-changes': async ({ chatId }, { lostChanges, look }) => {
    await lostChanges.dismiss(chatId);
    await look(chatId);
  },
  'preview-revision': ({ chatId, messageId }, { loop }) => loop.previewRevision(chatId, messageId),
  revise: async ({ chatId, type: _type, ...revision }, { loop, lostChanges, log, look }, consent) => {
    const work = () => loop.revise(chatId, revision, consent);
    if (revision.page.kind === 'keep') return work();
    const restored = { chatId, checkpointId: null, subject: 'The page before a message was' } as const;
    const begun = await logRestore(log, restored, work);
    // The user chose the page's state, so lost unsaved changes are no longer offered.
    await lostChanges.dismiss(chatId);
    await look(chatId);
    return begun;
  },
} satisfies Partial<CommandHandlers>;
