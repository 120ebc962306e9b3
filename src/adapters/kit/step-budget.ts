import type { StewardError } from '@/src/core/errors';

/** UTF-16 units that the browser's native text search processes in the time of one step. */
export const UNITS_PER_STEP = 8;

/** Limits the work on patterns and names that a page or a model supplies, since one background worker serves all chats. */
export interface StepBudget {
  /** Throws `too-complex` once the total exceeds the budget. */
  spend(steps: number): void;
}

/** Creates a budget of this many steps, of a few nanoseconds each. `tooMany` creates its error, with the code `too-complex`. */
export function limitSteps(limit: number, tooMany: () => StewardError): StepBudget {
  let left = limit;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw tooMany();
    },
  };
}
