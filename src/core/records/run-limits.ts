import type { RunLimits } from '@/src/schema/chat-settings';

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
