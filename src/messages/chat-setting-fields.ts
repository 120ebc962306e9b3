import { z } from 'zod';
import { CACHE_MODES, REASONING_EFFORTS } from '@/src/schema/values/chat-settings';
import {
  AGED_RESULT_CHARACTERS,
  MAX_REMEMBERED_TURNS,
  RUN_LIMIT_BOUNDS,
  TOKEN_LIMIT_BOUNDS,
  TRIMMED_REQUEST_TOKENS,
} from '@/src/schema/values/setting-bounds';

function within({ min, max }: { min: number; max: number }) {
  return z.int().min(min).max(max);
}

/** The parameters of a request, each within the bounds of the panel. */
export const parameterFields = {
  temperature: z.number().min(0).max(2).nullable(),
  maxTokens: z.int().min(1).max(1_000_000).nullable(),
  reasoningEffort: z.enum(REASONING_EFFORTS).nullable(),
};

/** The limits of a chat's runs, each within the bounds of the panel. */
export const runLimitFields = {
  roundsPerRun: within(RUN_LIMIT_BOUNDS.roundsPerRun),
  invalidAttemptLimit: within(RUN_LIMIT_BOUNDS.invalidAttemptLimit),
  requestAttempts: within(RUN_LIMIT_BOUNDS.requestAttempts),
  retryDelaySeconds: within(RUN_LIMIT_BOUNDS.retryDelaySeconds),
  requireToolCall: z.boolean(),
  contextBudgetTokens: within(RUN_LIMIT_BOUNDS.contextBudgetTokens),
  toolResultLimit: within(RUN_LIMIT_BOUNDS.toolResultLimit),
  checkpointLimit: within(RUN_LIMIT_BOUNDS.checkpointLimit),
};

/** The size of a chat's context window, and its budget; null for none. */
export const tokenLimitFields = {
  contextWindowTokens: within(TOKEN_LIMIT_BOUNDS.contextWindowTokens).nullable(),
  tokenBudget: within(TOKEN_LIMIT_BOUNDS.tokenBudget).nullable(),
};

/** The contents of a chat's requests. */
export const sendingFields = {
  toolMemory: z.strictObject({
    enabled: z.boolean(),
    forgetAfterConclusions: z.int().min(0).max(MAX_REMEMBERED_TURNS),
  }),
  cacheMode: z.enum(CACHE_MODES),
  toolResultAgeing: z.strictObject({
    enabled: z.boolean(),
    limitCharacters: within(AGED_RESULT_CHARACTERS),
  }),
  trimOldest: z.strictObject({ enabled: z.boolean(), budgetTokens: within(TRIMMED_REQUEST_TOKENS) }),
};
