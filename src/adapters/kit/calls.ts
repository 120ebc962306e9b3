import type { AdapterDefinition, PlannedChange } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { goesLive, savedStateOf } from '@/src/core/adapter/saving';
import { isStewardError, StewardError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import { NO_CHANGE, reachNotes } from '@/src/core/policy/plain-dry-run';
import type { StateDifference } from '@/src/schema/change';
import type { CallDryRun, ChangePreview, DryRun, DryRunRequest, DryRunRow } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { FailedCall, MissingPart } from './computed-tool';
import { failure } from './tool-results';

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

/** The dry run of an adapter, for the background: computes calls on the page's context. */
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

/** A change whose result the adapter words itself. */
export type ComputedChange<Context extends Json> = Omit<PlannedChange<Context>, 'message'>;

/** The parts in which the dry runs of adapters differ. */
interface DryRunParts<Context extends Json, Change extends ComputedChange<Context>> {
  /** As in the definition. May throw a {@link MissingPart}. */
  planTool(context: Context, tool: string, args: JsonObject): Change | ToolResult;
  /**
   * The rows of a call, and its arguments without those that the user left out. May throw as `planTool`. Missing if nothing can
   * be left out.
   */
  rows?(context: Context, call: DryRunRequest): RowPlan;
  /**
   * The effect of changes, which lead from one context to another. May ask the page for what the contexts lack. Missing: the
   * differences of what the page shows and of what is saved.
   */
  preview?(
    before: Context,
    after: Context,
    changes: readonly Change[],
    page: ReadOnlyToolPage,
  ): ChangePreview | Promise<ChangePreview>;
  /**
   * Asks the page for a part that a {@link MissingPart} names, and adds it to the context. Throws a {@link FailedCall} if it
   * can't be had. Missing if contexts are always complete.
   */
  complete?(context: Context, part: string, page: ReadOnlyToolPage): Promise<Context>;
}

/** The parts of a call that the user can leave out, and its arguments without those that are left out. */
export interface RowPlan {
  rows: DryRunRow[];
  args: JsonObject;
}

/** The parts in which the tools differ of adapters that run in the background and compute their calls on a context. */
export interface CallParts<Context extends Json, Change extends ComputedChange<Context>>
  extends DryRunParts<Context, Change> {
  /**
   * Checks a call with the page before it is carried out, beyond what its dry run does. A result ends the call. Missing if no
   * call needs that.
   */
  check?(context: Context, tool: string, page: ReadOnlyToolPage): Promise<ToolResult | null>;
  /** The result of a change that was sent. `done`: the page's own result, which counts without this. */
  changed?(
    change: Change,
    before: Context,
    done: ToolResult,
    page: ReadOnlyToolPage,
  ): ToolResult | Promise<ToolResult>;
}

/**
 * The tools of an adapter that computes its calls on a context, and their dry run. A read tool's result is computed as that of a
 * call which changes nothing. A change is sent as the computed step, so that exactly what was approved is carried out.
 */
export function computedCalls<
  Context extends Json,
  State extends Json,
  Change extends ComputedChange<Context>,
>(
  adapter: AdapterDefinition<Context, State>,
  parts: CallParts<Context, Change>,
): { tools: ToolRunner; dryRun: DryRunner } {
  return { tools: toolRunner(adapter.id, parts), dryRun: dryRunner(adapter, parts) };
}

/** The tools of an adapter with this id, without a dry run: for one whose tools only read. */
export function toolRunner<Context extends Json, Change extends ComputedChange<Context>>(
  id: string,
  parts: CallParts<Context, Change>,
): ToolRunner {
  return {
    id,
    async run(tool, args, page) {
      const seen = await readOf<Context>(page);
      const refused = await parts.check?.(seen, tool, page);
      if (refused) return refused;
      const { context, computed } = await planned(parts, seen, { tool, args }, page);
      if (isResult(computed)) return computed;
      const { step = args } = computed; // As in the dry run.
      const done = await page.change(step);
      return parts.changed?.(computed, context, done, page) ?? done;
    },
  };
}

/** Reads the page's context, which the background parsed by this adapter's own schema. */
async function readOf<Context extends Json>(page: Pick<ToolPage, 'read'>): Promise<Context> {
  return (await page.read()) as Context;
}

/** Computes a call on a context, and completes the context by what the call needs. */
async function planned<Context extends Json, Change extends ComputedChange<Context>>(
  parts: DryRunParts<Context, Change>,
  start: Context,
  { tool, args }: Pick<DryRunRequest, 'tool' | 'args'>,
  page: ReadOnlyToolPage,
): Promise<{ context: Context; computed: Change | ToolResult }> {
  try {
    const { context, value } = await onCompleted(parts, start, page, (context) =>
      parts.planTool(context, tool, args),
    );
    return { context, computed: value };
  } catch (error) {
    return { context: start, computed: failureOf(error) };
  }
}

function isResult(computed: object): computed is ToolResult {
  return 'success' in computed;
}

async function onCompleted<Context extends Json, Change extends ComputedChange<Context>, Value>(
  { complete }: DryRunParts<Context, Change>,
  start: Context,
  page: ReadOnlyToolPage,
  compute: (context: Context) => Value,
): Promise<{ context: Context; value: Value }> {
  for (let context = start; ; ) {
    try {
      return { context, value: compute(context) };
    } catch (error) {
      if (!(error instanceof MissingPart) || complete === undefined) throw error;
      context = await complete(context, error.part, page);
    }
  }
}

/** The result of a call whose computation threw. A call whose effect is too large to compute fails: nobody could approve it. */
function failureOf(error: unknown): ToolResult {
  if (error instanceof FailedCall) return error.result;
  if (!isStewardError(error) || error.code !== 'too-complex') throw error;
  return failure('too_many_to_decide', `${error.message} ${error.remedy}`);
}

/** The dry run that follows from an adapter's `planTool`; null if it has none. */
export function plannedDryRun(adapter: AdapterDefinition): DryRunner | null {
  const { planTool } = adapter;
  return planTool === undefined ? null : dryRunner(adapter, { planTool });
}

/** Attempts of a dry run on a page that changes while it is asked for a missing part. */
const MAX_ATTEMPTS = 3;

function dryRunner<Context extends Json, State extends Json, Change extends ComputedChange<Context>>(
  adapter: AdapterDefinition<Context, State>,
  parts: DryRunParts<Context, Change>,
): DryRunner {
  async function previewOf(
    before: Context,
    change: Change,
    tool: string,
    page: ReadOnlyToolPage,
  ): Promise<ChangePreview> {
    if (parts.preview !== undefined) return parts.preview(before, change.after, [change], page);
    const effect = adapter.tools.find(({ name }) => name === tool)?.effect;
    if (effect === undefined) throw unknownTool(adapter.title, tool);
    const notes = reachNotes(effect, goesLive(adapter, before));
    return { ...differencesBetween(adapter, before, change.after), notes };
  }

  async function compute(
    start: Context,
    call: DryRunRequest,
    page: ReadOnlyToolPage,
  ): Promise<{ dryRun: CallDryRun; after: Context; change: Change | null }> {
    const { executionId, tool } = call;
    const { stateHash: stateHashBefore, savedHash: savedHashBefore } = pageHashesOf(adapter, start);
    const whole = { executionId, stateHashBefore, savedHashBefore, args: call.args, rows: [] };
    try {
      const { context: withRows, value } = await onCompleted(parts, start, page, (context) =>
        parts.rows?.(context, call),
      );
      // An adapter without rows takes a call as it is.
      const shared = { ...whole, ...value };
      const { context, computed } = await planned(parts, withRows, { tool, args: shared.args }, page);
      if (isResult(computed)) {
        return { dryRun: { kind: 'failure', ...shared, result: computed }, after: context, change: null };
      }
      const preview = await previewOf(context, computed, tool, page);
      const after = pageHashesOf(adapter, computed.after);
      const { step = shared.args } = computed; // Most calls mean the same at any time.
      const dryRun = { kind: 'change' as const, ...shared, preview, step, after };
      return { dryRun, after: computed.after, change: computed };
    } catch (error) {
      return { dryRun: { kind: 'failure', ...whole, result: failureOf(error) }, after: start, change: null };
    }
  }

  async function plan(
    requests: readonly DryRunRequest[],
    start: Context,
    page: ReadOnlyToolPage,
  ): Promise<{ dryRun: DryRun; after: Context }> {
    let after = start;
    const calls: CallDryRun[] = [];
    const changes: Change[] = [];
    for (const request of requests) {
      const computed = await compute(after, request, page);
      after = computed.after;
      calls.push(computed.dryRun);
      if (computed.change !== null) changes.push(computed.change);
    }
    const previews = calls.flatMap((call) => (call.kind === 'change' ? [call.preview] : []));
    const [only] = previews;
    // The effect of a single change is its own preview; to decide thousands of models twice would be slow.
    if (only !== undefined && previews.length === 1) return { dryRun: { calls, net: only }, after };
    const net =
      (await parts.preview?.(start, after, changes, page)) ?? differencesBetween(adapter, start, after);
    return { dryRun: { calls, net }, after };
  }

  const basisOf = (context: Context) =>
    canonicalJson([pageHashesOf(adapter, context), goesLive(adapter, context)]);

  return {
    id: adapter.id,
    async plan(requests, page) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const start = await readOf<Context>(page);
        let seen = start;
        const watched = {
          ...page,
          async read() {
            seen = await readOf<Context>(page);
            return seen;
          },
        };
        const computed = await plan(requests, start, watched);
        if (basisOf(seen) === basisOf(start)) return { ...computed, context: seen };
      }
      throw keepsChanging();
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

function keepsChanging(): StewardError {
  return new StewardError('page-changed', 'The page kept changing while the effect was being computed.', {
    remedy: 'Wait until it stops changing, then try again.',
  });
}

function unknownTool(title: string, tool: string): StewardError {
  return new StewardError('internal', `${title} has no tool ${tool} to plan.`, {
    remedy: 'Report this; nothing was done.',
  });
}
