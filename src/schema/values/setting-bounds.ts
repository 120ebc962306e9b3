/** Longest glob, in UTF-16 units. */
export const MAX_GLOB_LENGTH = 200;

/** Most globs of a chat. */
export const MAX_GLOBS = 50;

/** Smallest and largest value of each limit, in tokens. */
export const TOKEN_LIMIT_BOUNDS = {
  contextWindowTokens: { min: 1_000, max: 100_000_000 },
  tokenBudget: { min: 1, max: 1_000_000_000_000 },
} as const;

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
} as const;

/** Highest number of turns in which a call is still sent. */
export const MAX_REMEMBERED_TURNS = 5;

/** Characters of an aged result. Below the minimum, Steward's own note about the cut may not fit. */
export const AGED_RESULT_CHARACTERS = { min: 500, max: 20_000 } as const;

/** Tokens of a trimmed request. */
export const TRIMMED_REQUEST_TOKENS = { min: 1_000, max: 10_000_000 } as const;
