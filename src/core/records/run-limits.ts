import type { ChatSettings } from '@/src/schema/chat-settings';

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
