import type { CallDryRun, ChangePreview, DryRunRequest } from '../records/dry-run';
import type { Effect } from '../records/tool-effect';
import { callLabel } from '../tools/call-label';

/** What nothing would come to. */
export const NO_CHANGE: ChangePreview = {
  summary: 'Nothing changes.',
  effects: [],
  unchanged: null,
  differences: [],
  notes: [],
};

/**
 * The plan of a call whose adapter can't work out what it would do: the call itself, and that nobody can tell. The
 * hashes are of the page before the call, each null where that isn't known.
 */
export function plainDryRun(
  call: DryRunRequest,
  effect: Effect,
  { stateHash, savedHash }: { stateHash: string | null; savedHash: string | null },
): CallDryRun {
  return {
    kind: 'change',
    executionId: call.executionId,
    args: call.args,
    preview: { ...plainPreview([call]), notes: [{ topic: 'unknown', text: UNKNOWN }, wayBack(effect)] },
    rows: [],
    step: call.args,
    stateHashBefore: stateHash,
    savedHashBefore: savedHash,
    after: null,
  };
}

/** The same for several calls together. */
export function plainPreview(calls: readonly DryRunRequest[]): ChangePreview {
  const labels = calls.map(({ tool, args }) => callLabel(tool, args));
  return { ...NO_CHANGE, summary: `Runs ${labels.join(', then ')}.` };
}

const UNKNOWN = 'What it comes to can’t be told beforehand.';

function wayBack(effect: Effect): ChangePreview['notes'][number] {
  const text =
    effect === 'commit'
      ? 'This leaves the page: Steward can’t take it back.'
      : 'A checkpoint is taken first, so it can be taken back.';
  return { topic: 'way-back', text };
}
