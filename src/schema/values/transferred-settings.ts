/** The settings of a chat that an export contains: how it sends and what bounds it, but not what the assistant may do. */
export const TRANSFERRED_SETTINGS = [
  'parameters',
  'streaming',
  'prompt',
  'requireToolCall',
  'toolResultLimit',
  'checkpointLimit',
  'roundsPerRun',
  'invalidAttemptLimit',
  'requestAttempts',
  'retryDelaySeconds',
  'contextBudgetTokens',
  'toolMemory',
  'cacheMode',
  'toolResultAgeing',
  'trimOldest',
  'generatesTitle',
] as const;
