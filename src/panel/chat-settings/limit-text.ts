import type { RUN_LIMIT_BOUNDS } from '@/src/core/records/run-limits';

/** The words of one limit. */
interface LimitText {
  label: string;
  /** Its effect, in one sentence. */
  sentence: string;
}

/** The limits that are numbers, in the order of the panel. */
export const LIMIT_TEXTS: Readonly<Record<keyof typeof RUN_LIMIT_BOUNDS, LimitText>> = {
  roundsPerRun: {
    label: 'Rounds of tool calls',
    sentence: 'After this many rounds for one message, Steward pauses and asks whether to continue.',
  },
  invalidAttemptLimit: {
    label: 'Invalid answers in a row',
    sentence: 'After this many answers without a single usable call, Steward gives up with an error.',
  },
  contextBudgetTokens: {
    label: 'Page state, in tokens',
    sentence:
      'A longer page state is shortened before it is sent, and the model gets a note of what is missing.',
  },
  toolResultLimit: {
    label: 'Tool result, in characters',
    sentence: 'A longer result is cut before it is sent; the conversation keeps all of it.',
  },
  checkpointLimit: {
    label: 'Checkpoints',
    sentence: 'When there would be more, the oldest ones are deleted; the session’s start always stays.',
  },
};
