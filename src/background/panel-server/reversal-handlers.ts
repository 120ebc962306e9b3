import type { Reversals } from '@/src/core/checkpoints/reversals';
import type { Logger } from '@/src/core/logging/log-entry';
import { logRestore } from '@/src/core/logging/log-restore';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { ReversedByCommand } from '@/src/messages/reversal-commands';
import type { CommandHandlers } from './command-server';
import type { LostChangesOffers } from './lost-changes-offers';

/** The log's words for the subject of a kind. */
const SUBJECTS = {
  rollback: 'A checkpoint was',
  undo: 'A checkpoint was',
  'restore-unsaved': 'Unsaved changes lost in a reload were',
  'restore-saved': 'An earlier save was',
} as const;

/** The handlers of the commands that restore a state of the page. */
export function createReversalHandlers(deps: {
  loop: Pick<AgentLoop, 'whileIdle'>;
  reversals: Reversals;
  lostChanges: Pick<LostChangesOffers, 'restore' | 'dismiss'>;
  log: Logger;
  /** Sends the page's status to the chat's panels. */
  look: (chatId: string) => Promise<void>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, 'preview-reversal' | 'reverse' | 'dismiss-lost-changes'> {
  const { loop, reversals, lostChanges, look, serially } = deps;

  function perform(
    chatId: string,
    target: ReversedByCommand,
    expectedStateHash: string,
    consent: UserConsent,
  ) {
    return target.kind === 'restore-unsaved'
      ? lostChanges.restore(chatId, expectedStateHash, consent)
      : reversals.perform(chatId, target, expectedStateHash, consent);
  }

  return {
    'preview-reversal': ({ chatId, target }) => reversals.preview(chatId, target),
    reverse: async ({ chatId, target, expectedStateHash }, consent) => {
      const restored = {
        chatId,
        checkpointId: 'checkpointId' in target ? target.checkpointId : null,
        subject: SUBJECTS[target.kind],
      };
      const reversed = serially(chatId, () =>
        logRestore(deps.log, restored, () =>
          loop.whileIdle(chatId, () => perform(chatId, target, expectedStateHash, consent)),
        ),
      );
      const givenBack = await reversed.catch(async (error: unknown) => {
        // The offer of unsaved changes has to match the current page. Any other refused command changes and stores nothing.
        if (target.kind === 'restore-unsaved') await look(chatId);
        throw error;
      });
      // The user chose the page's state, so lost unsaved changes are no longer offered.
      if (target.kind === 'rollback') await lostChanges.dismiss(chatId);
      // Updates the page line before the panel gets the result, instead of after the page's own notice.
      await look(chatId);
      return givenBack;
    },
    'dismiss-lost-changes': async ({ chatId }) => {
      await lostChanges.dismiss(chatId);
      await look(chatId);
      return null;
    },
  };
}
