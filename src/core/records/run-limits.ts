import type { ChatSettings } from './chat';

/** The settings of a chat that bound its runs, their requests and what they keep. */
export type RunLimits = Pick<
  ChatSettings,
  | 'roundsPerRun'
  | 'invalidAttemptLimit'
  | 'requestAttempts'
  | 'retryDelaySeconds'
  | 'requireToolCall'
  | 'contextBudgetTokens'
  | 'toolResultLimit'
  | 'checkpointLimit'
>;

/** The limits among the settings of a chat. */
export function runLimitsOf(settings: RunLimits): RunLimits {
  const {
    roundsPerRun,
    invalidAttemptLimit,
    requestAttempts,
    retryDelaySeconds,
    requireToolCall,
    contextBudgetTokens,
    toolResultLimit,
    checkpointLimit,
  } = settings;
  return {
    roundsPerRun,
    invalidAttemptLimit,
    requestAttempts,
    retryDelaySeconds,
    requireToolCall,
    contextBudgetTokens,
    toolResultLimit,
    checkpointLimit,
  };
}

/**
 * Smallest and largest value that the user can set: rounds, responses, requests, seconds, tokens, UTF-16 units, checkpoints. A
 * page state and a result need some room for the note about what was cut; a checkpoint beside the session's start is what can
 * be rolled back to.
 */
export const RUN_LIMIT_BOUNDS = {
  roundsPerRun: { min: 1, max: 1_000 },
  invalidAttemptLimit: { min: 1, max: 100 },
  requestAttempts: { min: 1, max: 10 },
  retryDelaySeconds: { min: 1, max: 60 },
  contextBudgetTokens: { min: 500, max: 1_000_000 },
  toolResultLimit: { min: 500, max: 1_000_000 },
  checkpointLimit: { min: 2, max: 1_000_000 },
} as const satisfies Record<keyof Omit<RunLimits, 'requireToolCall'>, { min: number; max: number }>;
