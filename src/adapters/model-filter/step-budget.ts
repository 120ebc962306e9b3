import { textError } from '@/src/core/errors';

/** Most steps, of a few nanoseconds each, of one decision about a page's rules and models. */
export const MAX_DECISION_STEPS = 60_000_000;

/** UTF-16 units that the browser's native text search processes in the time of one step. */
export const UNITS_PER_STEP = 8;

/** Limits the work on rules and names that a page supplies, since one background worker serves all chats. */
export interface StepBudget {
  /** Throws `too-complex` once the total exceeds the budget. */
  spend(steps: number): void;
}

export function decisionBudget(): StepBudget {
  return createStepBudget(MAX_DECISION_STEPS);
}

export function createStepBudget(limit: number): StepBudget {
  let left = limit;
  return {
    spend(steps) {
      left -= steps;
      if (left >= 0) return;
      throw textError('too-complex', 'model-filter.error.tooMany');
    },
  };
}
