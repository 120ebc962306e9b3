import type { Approval, ApprovalCall, ShownEffect } from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { Message } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { hashJson } from '../hash';

/** The effect of a call that the preview shows to the user. `done`: the calls of its response that have their result. */
export function shownEffect(tool: string, dryRun: CallDryRun, done: ReadonlySet<string>): ShownEffect {
  const { stateHashBefore, savedHashBefore } = dryRun;
  const effectHash = effectHashOf(tool, dryRun);
  return { effectHash, stateHashBefore, savedHashBefore, resultsKnown: [...done] };
}

/**
 * Hash of everything that a call would do: its step, the page and the saved state after it, and the preview of its effects.
 * Null if it would fail.
 */
export function effectHashOf(tool: string, dryRun: CallDryRun): string | null {
  if (dryRun.kind === 'failure') return null;
  const { step, after, preview } = dryRun;
  return hashJson({ tool, step, after, preview } as unknown as Json);
}

/**
 * True if an earlier call of the approval failed although the user was shown an effect of it: the effect shown for this call
 * assumed that effect. Failures that were known at the decision don't count.
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
