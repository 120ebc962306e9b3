import { hashJson } from '../hash';
import type { Json } from '../json';
import type { Approval, ApprovalCall, ShownEffect } from '../records/approval';
import type { CallDryRun } from '../records/dry-run';
import type { Message } from '../records/message';

/** What the user is shown of a planned call. `done`: the calls of its response that have their result. */
export function shownEffect(tool: string, plan: CallDryRun, done: ReadonlySet<string>): ShownEffect {
  const { stateHashBefore, savedHashBefore } = plan;
  const effectHash = effectHashOf(tool, plan);
  return { effectHash, stateHashBefore, savedHashBefore, resultsKnown: [...done] };
}

/**
 * Hash of everything that a planned call would do: its step, the page and the saved state after it, and its effects as
 * they are shown, on the models and on the proxy's clients too. Null if it would do nothing.
 */
export function effectHashOf(tool: string, plan: CallDryRun): string | null {
  if (plan.kind === 'failure') return null;
  const { step, after, preview } = plan;
  return hashJson({ tool, step, after, preview } as unknown as Json);
}

/**
 * Whether a call that runs before this one failed although the user was shown an effect of it: what was shown of this
 * call assumed that effect. Failures that the user knew when they decided don't count.
 */
export function hasFailedBefore(
  { calls }: Pick<Approval, 'calls'>,
  { executionId, shown }: Pick<ApprovalCall, 'executionId'> & { shown: ShownEffect },
  messages: readonly Message[],
): boolean {
  const failed = new Set(
    messages.flatMap((message) =>
      message.role === 'tool' && !message.result.success ? [message.executionId] : [],
    ),
  );
  const before = calls.slice(
    0,
    calls.findIndex((call) => call.executionId === executionId),
  );
  return before.some(
    (call) =>
      failed.has(call.executionId) &&
      !shown.resultsKnown.includes(call.executionId) &&
      (call.shown?.effectHash ?? null) !== null &&
      call.decision?.verdict !== 'rejected',
  );
}
