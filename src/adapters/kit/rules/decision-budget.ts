import { textError } from '@/src/core/errors';
import { limitSteps, type StepBudget } from '../step-budget';

/** Most steps of one decision about a page's rules and models. */
export const MAX_DECISION_STEPS = 60_000_000;

export function decisionBudget(): StepBudget {
  return createStepBudget(MAX_DECISION_STEPS);
}

export function createStepBudget(limit: number): StepBudget {
  return limitSteps(limit, () => textError('too-complex', 'kit.rules.tooMany'));
}
