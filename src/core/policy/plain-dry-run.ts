import type { CallDryRun, ChangePreview, DryRunRequest } from '@/src/schema/dry-run';
import type { Effect } from '@/src/schema/values/policy';
import { say } from '@/src/schema/values/said';
import { internalError, type StewardError } from '../errors';
import { callLabel } from '../tools/call-label';

/** The preview of a call without effects. */
export const NO_CHANGE: ChangePreview = {
  summary: say('said.dryRun.noChange'),
  effects: [],
  unchanged: null,
  differences: [],
  notes: [],
};

/**
 * The dry run of a call whose adapter can't compute its effects: it shows the call itself, and that the effects are unknown.
 * The hashes are those of the page before the call, null if unknown. `isLive`: changes of the page take effect at once.
 */
export function plainDryRun(
  call: DryRunRequest,
  effect: Effect,
  { stateHash, savedHash, isLive }: { stateHash: string | null; savedHash: string | null; isLive: boolean },
): CallDryRun {
  const reach = reachOf(effect, isLive);
  return {
    kind: 'change',
    executionId: call.executionId,
    args: call.args,
    preview: {
      ...plainPreview([call]),
      ...quotedArguments(call),
      ...reach,
      notes: [{ topic: 'unknown', text: say('said.dryRun.unknown') }, ...reach.notes],
    },
    rows: [],
    step: call.args,
    stateHashBefore: stateHash,
    savedHashBefore: savedHash,
    after: null,
  };
}

/** The preview of calls whose effects are unknown. */
export function plainPreview(calls: readonly DryRunRequest[]): ChangePreview {
  const labels = calls.map(({ tool, args }) => callLabel(tool, args));
  return { ...NO_CHANGE, summary: say('said.dryRun.runs', { count: calls.length, calls: labels }) };
}

/** The arguments of a call whose effects are unknown, whole: what is sent must be seen before it is approved. */
function quotedArguments({ args }: DryRunRequest): Pick<ChangePreview, 'quoted'> {
  return Object.keys(args).length === 0 ? {} : { quoted: JSON.stringify(args, null, 2) };
}

/** The warning and the notes on whom a call affects and whether it can be undone. `isLive`: changes of the page take effect at once. */
export function reachOf(effect: Effect, isLive: boolean): Pick<ChangePreview, 'warning' | 'notes'> {
  if (effect === 'commit') return { warning: say('said.dryRun.noWayBack'), notes: [] };
  const notes = [{ topic: 'way-back' as const, text: say('said.dryRun.wayBack') }];
  return isLive && effect === 'write' ? { warning: say('said.dryRun.atOnce'), notes } : { notes };
}

/** The error for a dry run without a result for a requested call, which is a defect of the adapter. */
export function missingDryRun(tool: string): StewardError {
  return internalError('internal', `The dry run of ${tool} returned no result.`);
}
