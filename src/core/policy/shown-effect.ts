import type { ShownEffect } from './approval';
import type { CallPlan } from './change-preview';
import { stepEffect } from './write-token';

/** What the user is shown of a call: the hash of its effect, null if it would have none, and of the page before it. */
export function shownEffect(tool: string, plan: CallPlan): ShownEffect {
  const { stateHashBefore } = plan;
  return { effectHash: plan.kind === 'change' ? stepEffect(tool, plan.step) : null, stateHashBefore };
}
