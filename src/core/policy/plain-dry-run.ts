import type { CallDryRun, ChangePreview, DryRunRequest } from '@/src/schema/dry-run';
import type { Effect } from '@/src/schema/values/tool-effect';
import { callLabel } from '../tools/call-label';

/** The preview of a call without effects. */
export const NO_CHANGE: ChangePreview = {
  summary: 'Nothing changes.',
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
  return {
    kind: 'change',
    executionId: call.executionId,
    args: call.args,
    preview: {
      ...plainPreview([call]),
      ...quotedArguments(call),
      notes: [{ topic: 'unknown', text: UNKNOWN }, ...reachNotes(effect, isLive)],
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
  return { ...NO_CHANGE, summary: `Runs ${labels.join(', then ')}.` };
}

/** The arguments of a call whose effects are unknown, whole: what is sent must be seen before it is approved. */
function quotedArguments({ args }: DryRunRequest): Pick<ChangePreview, 'quoted'> {
  return Object.keys(args).length === 0 ? {} : { quoted: JSON.stringify(args, null, 2) };
}

/** The notes on whom a call affects, and how to undo it. `isLive`: changes of the page take effect at once. */
export function reachNotes(effect: Effect, isLive: boolean): ChangePreview['notes'] {
  const others = { topic: 'others' as const, text: AT_ONCE };
  return [...(isLive && effect === 'write' ? [others] : []), wayBack(effect)];
}

const UNKNOWN = 'Its effects can’t be computed beforehand.';
const AT_ONCE = 'On this page the change takes effect at once.';

function wayBack(effect: Effect): ChangePreview['notes'][number] {
  const text =
    effect === 'commit'
      ? 'This leaves the page: Steward can’t take it back.'
      : 'A checkpoint is taken first, so the change can be undone.';
  return { topic: 'way-back', text };
}
