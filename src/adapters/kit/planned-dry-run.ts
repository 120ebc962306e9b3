import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { goesLive, savedStateOf } from '@/src/core/adapter/saving';
import { StewardError } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import { NO_CHANGE, reachNotes } from '@/src/core/policy/plain-dry-run';
import type { StateDifference } from '@/src/core/records/change';
import type { CallDryRun, ChangePreview, DryRunRequest } from '@/src/core/records/dry-run';
import type { DryRunner } from './dry-runner';

const VERBS = { added: 'Adds', removed: 'Removes', modified: 'Changes' } as const;

/** The dry run that follows from an adapter's `planTool`; null if it has none. */
export function plannedDryRun(adapter: AdapterDefinition): DryRunner | null {
  if (adapter.planTool === undefined) return null;
  return {
    id: adapter.id,
    async plan(calls, page) {
      const before = await page.read();
      let after = before;
      const plans = calls.map((call) => {
        const planned = planCall(adapter, call, after);
        after = planned.after;
        return planned.dryRun;
      });
      const [only] = plans;
      const net =
        only?.kind === 'change' && plans.length === 1 ? only.preview : previewBetween(adapter, before, after);
      return { dryRun: { calls: plans, net }, context: before, after };
    },
  };
}

function planCall(
  adapter: AdapterDefinition,
  { executionId, tool, args }: DryRunRequest,
  before: Json,
): { dryRun: CallDryRun; after: Json } {
  const planned = adapter.planTool?.(before, tool, args);
  const effect = adapter.tools.find(({ name }) => name === tool)?.effect;
  if (planned === undefined || effect === undefined) throw unknownTool(adapter, tool);
  const { stateHash: stateHashBefore, savedHash: savedHashBefore } = pageHashesOf(adapter, before);
  const shared = { executionId, args, rows: [], stateHashBefore, savedHashBefore };
  if (planned.kind === 'failure') {
    return { dryRun: { kind: 'failure', ...shared, result: planned.result }, after: before };
  }
  const preview = {
    ...previewBetween(adapter, before, planned.after),
    notes: reachNotes(effect, goesLive(adapter, before)),
  };
  const after = pageHashesOf(adapter, planned.after);
  const { step = args } = planned; // Most calls mean the same at any time.
  return { dryRun: { kind: 'change', ...shared, preview, step, after }, after: planned.after };
}

/** The preview of the differences that the user sees on the page, and of those that are saved. */
function previewBetween(adapter: AdapterDefinition, before: Json, after: Json): ChangePreview {
  const shown = adapter.diffState(adapter.restorableState(before), adapter.restorableState(after));
  const saved = savedDifferences(adapter, before, after);
  const parts = [sentence(shown, false), sentence(saved, true)].filter((part) => part !== null);
  if (parts.length === 0) return NO_CHANGE;
  return { ...NO_CHANGE, summary: parts.join(' '), differences: [...shown, ...saved] };
}

function savedDifferences(adapter: AdapterDefinition, before: Json, after: Json): StateDifference[] {
  const stateOf = (saved: Json | null) =>
    saved === null ? null : (adapter.saving?.stateFromSaved(after, saved) ?? null);
  const from = stateOf(savedStateOf(adapter, before));
  const to = stateOf(savedStateOf(adapter, after));
  return from === null || to === null ? [] : adapter.diffState(from, to);
}

function sentence(differences: readonly StateDifference[], isSaved: boolean): string | null {
  const [first, ...others] = differences;
  if (first === undefined) return null;
  if (others.length > 0) return `${isSaved ? 'Saves' : 'Makes'} ${differences.length} changes.`;
  return isSaved ? `Saves one change: ${first.text}.` : `${VERBS[first.kind]} ${first.text}.`;
}

function unknownTool({ title }: AdapterDefinition, tool: string): StewardError {
  return new StewardError('internal', `${title} has no tool ${tool} to plan.`, {
    remedy: 'Report this; nothing was done.',
  });
}
