import type { RUN_LIMIT_BOUNDS } from '@/src/core/records/run-limits';
import type { TextKey } from '@/src/texts/text-key';

/** The texts of one limit. */
interface LimitText {
  label: TextKey;
  /** Its effect, in one sentence. */
  sentence: TextKey;
}

/** The limits that are numbers, in the order of the panel. */
export const LIMIT_TEXTS: Readonly<Record<keyof typeof RUN_LIMIT_BOUNDS, LimitText>> = {
  roundsPerRun: {
    label: 'chatSettings.limits.rounds',
    sentence: 'chatSettings.limits.roundsEffect',
  },
  invalidAttemptLimit: {
    label: 'chatSettings.limits.invalidAnswers',
    sentence: 'chatSettings.limits.invalidAnswersEffect',
  },
  requestAttempts: {
    label: 'chatSettings.limits.attempts',
    sentence: 'chatSettings.limits.attemptsEffect',
  },
  retryDelaySeconds: {
    label: 'chatSettings.limits.retryDelay',
    sentence: 'chatSettings.limits.retryDelayEffect',
  },
  contextBudgetTokens: {
    label: 'chatSettings.limits.pageState',
    sentence: 'chatSettings.limits.pageStateEffect',
  },
  toolResultLimit: {
    label: 'chatSettings.limits.toolResult',
    sentence: 'chatSettings.limits.toolResultEffect',
  },
  checkpointLimit: {
    label: 'chatSettings.limits.checkpoints',
    sentence: 'chatSettings.limits.checkpointsEffect',
  },
};
