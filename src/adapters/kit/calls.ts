import type { AdapterDefinition, PlannedCall } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { goesLive, savedStateOf } from '@/src/core/adapter/saving';
import { StewardError } from '@/src/core/errors';
import { NO_CHANGE, reachNotes } from '@/src/core/policy/plain-dry-run';
import type { StateDifference } from '@/src/schema/change';
import type { CallDryRun, ChangePreview, DryRun, DryRunRequest, DryRunRow } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';

/** Access of one tool call, running in the background, to its page. Every method rejects with a StewardError only. */
export interface ToolPage {
  /** The page's current context, parsed by the adapter's schema. */
  read(): Promise<Json>;
  /** Sends an operation that changes nothing to the page half's `query`. May be repeated. */
  look(operation: JsonObject): Promise<ToolResult>;
  /**
   * Sends the single changing step of the call to the page half's `execute`. It runs at most once: it needs the call's
   * token, and after a restart of the background its outcome is recovered instead of sending it again.
   */
  change(step: JsonObject): Promise<ToolResult>;
}

/** Access of a dry run to the real page: reads and queries only. */
export type ReadOnlyToolPage = Pick<ToolPage, 'read' | 'look'>;

/**
 * An adapter's tools, for the background. They compute on parsed contexts and send the page half only what has to run in
 * the page. This keeps the content script small, and results are not computed in an untrusted page.
 */
export interface ToolRunner {
  /** The id of the adapter. */
  readonly id: string;
  /** Runs one call. Its arguments fit the tool's schema. */
  run(tool: string, args: JsonObject, page: ToolPage): Promise<ToolResult>;
}

/** The dry run of an adapter, for the background: runs the adapter's own tools on a copy of the page in memory. */
export interface DryRunner {
  /** The id of the adapter. */
  readonly id: string;
  /**
   * Runs the calls in order, starting from the page's current state. The arguments of each call fit its tool's schema.
   * `context` is the page's context after all queries, from which the dry run starts; `after` is the context that the
   * calls would lead to. Rejects with a StewardError only.
   */
  plan(
    calls: readonly DryRunRequest[],
    page: ReadOnlyToolPage,
  ): Promise<{ dryRun: DryRun; context: Json; after: Json }>;
}

/** A call that changes the page, computed on a context. */
export type ComputedChange<Context extends Json> = Extract<PlannedCall<Context>, { kind: 'change' }>;
type Computed<Change> = Change | Extract<PlannedCall, { kind: 'failure' }>;

/** The parts in which the dry runs of adapters differ. */
interface DryRunParts<Context extends Json, Change extends ComputedChange<Context>> {
  /** As in the definition. */
  planTool(context: Context, tool: string, args: JsonObject): Computed<Change>;
  /** The rows of a call, and its arguments without those that the user left out. Missing if nothing can be left out. */
  rows?(context: Context, call: DryRunRequest): { rows: DryRunRow[]; args: JsonObject };
  /** The effect between two contexts. Missing: the differences of what the page shows and of what is saved. */
  preview?(before: Context, after: Context): ChangePreview;
}

/** The parts in which the tools differ of adapters that run in the background and compute their calls on a context. */
export interface CallParts<Context extends Json, Change extends ComputedChange<Context>>
  extends DryRunParts<Context, Change> {
  /** The result of a read tool. */
  look(context: Context, tool: string, args: JsonObject): ToolResult;
  /** The result of a change that was made. `done`: the page's own result, which counts without this. */
  changed?(change: Change, before: Context, done: ToolResult): ToolResult;
}

/**
 * The tools of an adapter that computes its calls on a context, and their dry run. Read tools run on the context alone, and a
 * change is sent as the computed step, so that exactly what was approved is carried out.
 */
export function computedCalls<
  Context extends Json,
  State extends Json,
  Change extends ComputedChange<Context>,
>(
  adapter: AdapterDefinition<Context, State>,
  parts: CallParts<Context, Change>,
): { tools: ToolRunner; dryRun: DryRunner } {
  return {
    dryRun: dryRunner(adapter, parts),
    tools: {
      id: adapter.id,
      async run(tool, args, page) {
        // Parsed by this adapter's own schema.
        const context = (await page.read()) as Context;
        if (adapter.tools.some(({ name, effect }) => name === tool && effect === 'read')) {
          return parts.look(context, tool, args);
        }
        const computed = parts.planTool(context, tool, args);
        if (computed.kind === 'failure') return computed.result;
        const { step = args } = computed; // As in the dry run.
        const done = await page.change(step);
        return done.success ? (parts.changed?.(computed, context, done) ?? done) : done;
      },
    },
  };
}

/** The dry run that follows from an adapter's `planTool`; null if it has none. */
export function plannedDryRun(adapter: AdapterDefinition): DryRunner | null {
  const { planTool } = adapter;
  return planTool === undefined ? null : dryRunner(adapter, { planTool });
}

function dryRunner<Context extends Json, State extends Json, Change extends ComputedChange<Context>>(
  adapter: AdapterDefinition<Context, State>,
  parts: DryRunParts<Context, Change>,
): DryRunner {
  const previewBetween = (before: Context, after: Context) =>
    parts.preview?.(before, after) ?? differencesBetween(adapter, before, after);

  function compute(before: Context, call: DryRunRequest): { dryRun: CallDryRun; after: Context } {
    const { executionId, tool } = call;
    // An adapter without rows takes a call as it is.
    const { rows, args } = parts.rows?.(before, call) ?? { rows: [], args: call.args };
    const computed = parts.planTool(before, tool, args);
    const effect = adapter.tools.find(({ name }) => name === tool)?.effect;
    if (effect === undefined) throw unknownTool(adapter.title, tool);
    const { stateHash: stateHashBefore, savedHash: savedHashBefore } = pageHashesOf(adapter, before);
    const shared = { executionId, args, rows, stateHashBefore, savedHashBefore };
    if (computed.kind === 'failure') {
      return { dryRun: { kind: 'failure', ...shared, result: computed.result }, after: before };
    }
    const preview =
      parts.preview === undefined
        ? { ...previewBetween(before, computed.after), notes: reachNotes(effect, goesLive(adapter, before)) }
        : previewBetween(before, computed.after);
    const after = pageHashesOf(adapter, computed.after);
    const { step = args } = computed; // Most calls mean the same at any time.
    return { dryRun: { kind: 'change', ...shared, preview, step, after }, after: computed.after };
  }

  return {
    id: adapter.id,
    async plan(requests, page) {
      // Parsed by this adapter's own schema.
      const context = (await page.read()) as Context;
      let after = context;
      const calls = requests.map((call) => {
        const computed = compute(after, call);
        after = computed.after;
        return computed.dryRun;
      });
      const [only] = calls;
      const net =
        only?.kind === 'change' && calls.length === 1 ? only.preview : previewBetween(context, after);
      return { dryRun: { calls, net }, context, after };
    },
  };
}

const VERBS = { added: 'Adds', removed: 'Removes', modified: 'Changes' } as const;

/** The preview of the differences that the user sees on the page, and of those that are saved. */
function differencesBetween<Context extends Json, State extends Json>(
  adapter: AdapterDefinition<Context, State>,
  before: Context,
  after: Context,
): ChangePreview {
  const shown = adapter.diffState(adapter.restorableState(before), adapter.restorableState(after));
  const saved = savedDifferences(adapter, before, after);
  const parts = [sentence(shown, false), sentence(saved, true)].filter((part) => part !== null);
  if (parts.length === 0) return NO_CHANGE;
  return { ...NO_CHANGE, summary: parts.join(' '), differences: [...shown, ...saved] };
}

function savedDifferences<Context extends Json, State extends Json>(
  adapter: AdapterDefinition<Context, State>,
  before: Context,
  after: Context,
): StateDifference[] {
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

function unknownTool(title: string, tool: string): StewardError {
  return new StewardError('internal', `${title} has no tool ${tool} to plan.`, {
    remedy: 'Report this; nothing was done.',
  });
}
