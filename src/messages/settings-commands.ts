import { z } from 'zod';
import { RUN_LIMIT_BOUNDS } from '@/src/core/records/run-limits';

const id = z.string().min(1).max(100);

function limit(name: keyof typeof RUN_LIMIT_BOUNDS) {
  const { min, max } = RUN_LIMIT_BOUNDS[name];
  return z.int().min(min).max(max);
}

/** Commands for the settings that have a place of their own in the panel. */
export const settingsCommands = [
  /** Sets the limits of the chat's runs. They apply from the next step on, also of a run that isn't over. */
  z.strictObject({
    type: z.literal('set-limits'),
    chatId: id,
    roundsPerRun: limit('roundsPerRun'),
    invalidAttemptLimit: limit('invalidAttemptLimit'),
    requireToolCall: z.boolean(),
    contextBudgetTokens: limit('contextBudgetTokens'),
    toolResultLimit: limit('toolResultLimit'),
    checkpointLimit: limit('checkpointLimit'),
  }),
] as const;

/** The result of each of these commands. */
export interface SettingsCommandResults {
  'set-limits': null;
}
