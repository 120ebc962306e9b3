import { StewardError } from '@/src/core/errors';

/** Most steps, of a few nanoseconds each, that one decision about a page's rules and models may take. */
export const MAX_DECISION_STEPS = 60_000_000;

/** How much of a text the browser’s own search does in a step. */
export const UNITS_PER_STEP = 8;

/** Counts the work on rules and names that a page supplies, since the background worker serves all chats. */
export interface StepBudget {
  /** Throws `too-complex` once more steps were taken than the budget allows. */
  spend(steps: number): void;
}

export function createStepBudget(limit: number = MAX_DECISION_STEPS): StepBudget {
  let left = limit;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw tooManyToDecide();
    },
  };
}

function tooManyToDecide(): StewardError {
  return new StewardError('too-complex', 'The page’s rules and models are too many to decide.', {
    remedy: 'Remove or shorten rules of this provider on the page, then try again.',
  });
}
