import type { DryRunner } from '@/src/adapters/kit/calls';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import type { CallDryRun, ChangePreview, DryRunRequest } from '@/src/schema/dry-run';
import type { Json } from '@/src/schema/values/json';
import { applyCall, failureOf, fuzzAdapter, type Notes, partsOf, withoutParts } from './fuzz-adapter';

/** The notes page's dry run: computes its calls on a page in memory. */
export const fuzzDryRunner: DryRunner = {
  id: 'notes',
  async compute(calls, context) {
    const before = context as unknown as Notes;
    let page = before;
    const dryRuns = calls.map((call) => {
      const dryRun = dryRunOn(page, call);
      if (dryRun.kind === 'change') page = applyCall(page, call.tool, dryRun.args);
      return dryRun;
    });
    const after = page as unknown as Json;
    return { dryRun: { calls: dryRuns, net: previewOf(before, page) }, after };
  },
};

function dryRunOn(page: Notes, { executionId, tool, args, leftOut }: DryRunRequest): CallDryRun {
  const rows = partsOf(tool, args).map((part) => {
    const isLeftOut = leftOut.includes(part);
    return { id: part, kind: 'added' as const, text: part, note: null, isLeftOut };
  });
  const step = withoutParts(tool, args, leftOut);
  const { stateHash: stateHashBefore, savedHash: savedHashBefore } = pageHashesOf(
    fuzzAdapter,
    page as unknown as Json,
  );
  const shared = { executionId, args: step, rows, stateHashBefore, savedHashBefore };
  const result = failureOf(page, tool, step);
  if (result !== null) return { kind: 'failure', ...shared, result };
  return {
    kind: 'change',
    ...shared,
    preview: previewOf(page, applyCall(page, tool, step)),
    step,
    after: pageHashesOf(fuzzAdapter, applyCall(page, tool, step) as unknown as Json),
  };
}

function previewOf(before: Notes, after: Notes): ChangePreview {
  const differences = fuzzAdapter.diffState(stateOf(before), stateOf(after));
  const summary = `${before.notes.join(' ')} → ${after.notes.join(' ')}, published ${after.published.join(' ')}`;
  return { summary, effects: [], unchanged: null, differences, notes: [] };
}

function stateOf({ notes }: Notes): Json {
  return { notes };
}
