import type { ShownEffect } from './approval';
import type { CallPlan } from './change-preview';
import { stepEffect } from './write-token';

/** What a plan shows of a call: its step and the page that it starts from, also where it would come to nothing. */
export function shownEffect(tool: string, plan: CallPlan): ShownEffect {
  const { stateHashBefore } = plan;
  return { effectHash: plan.kind === 'change' ? stepEffect(tool, plan.step) : null, stateHashBefore };
}
