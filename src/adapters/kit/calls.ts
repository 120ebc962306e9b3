import type { AdapterDefinition, ComputedChange } from '@/src/core/adapter/adapter-definition';
import { modelStrip } from '@/src/core/adapter/model-strip';
import { pageHashSteps } from '@/src/core/adapter/page-hashes';
import { goesLive, savedStateOf } from '@/src/core/adapter/saving';
import { internalError, isStewardError } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import { NO_CHANGE, reachOf } from '@/src/core/policy/plain-dry-run';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import type { StateDifference } from '@/src/schema/change';
import type {
  CallDryRun,
  ChangePreview,
  DryRun,
  DryRunRequest,
  DryRunRow,
  EffectList,
} from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { FailedCall, MissingPart } from './computed-tool';
import { inSlices, rememberedValue, rememberedWork } from './slices';
import { basisNote, effectSentences } from './tool-results';

/**
 * One tool call's access to its page, for tools that run in the background. Every method rejects with a StewardError
 * only.
 */
export interface ToolPage {
  /** The page's current context, parsed by the adapter's schema. */
  read(): Promise<Json>;
  /** Sends an operation to the page half's `query`, which changes nothing. May be repeated. */
  look(operation: JsonObject): Promise<ToolResult>;
  /** Ends the computation between two of its slices. Missing where nothing stops it. */
  readonly signal?: AbortSignal;
  /** Receives how much of what the call has to read was read. Missing if nobody waits for it. */
  readonly report?: (progress: ChangeProgress) => void;
  /**
   * Sends the single changing step of the call to the page half's `execute`. It runs at most once: it consumes the
   * call's write token, and after a restart of the background its outcome is recovered instead of sending it again.
   */
  change(step: JsonObject): Promise<ToolResult>;
}

/** A dry run's access to the real page: reads and queries only. */
export type ReadOnlyToolPage = Pick<ToolPage, 'read' | 'look' | 'signal' | 'report'>;

/**
 * An adapter's tools, for the background. They compute on parsed contexts and send the page half only what has to run
 * in the page. This keeps the content script small, and no result is computed in an untrusted page.
 */
export interface ToolRunner {
  readonly id: string;
  /** Runs one call. Its arguments must match the tool's schema. */
  run(tool: string, args: JsonObject, page: ToolPage): Promise<ToolResult>;
}

/** The dry run of an adapter, for the background: computes calls on the page's context. */
export interface DryRunner {
  readonly id: string;
  /**
   * Computes the calls in order, starting from `context`, a context of the page. The arguments of each call must match
   * its tool's schema. Parts that `context` lacks are queried from `page`. `after` is the context to which the calls
   * would lead. Rejects with a StewardError only.
   */
  compute(
    calls: readonly DryRunRequest[],
    context: Json,
    page: ReadOnlyToolPage,
  ): Promise<{ dryRun: DryRun; after: Json }>;
}

/** A computed change without the message of its result: the adapter's `changed` returns it once the page has changed. */
export type ChangeWithoutMessage<Context extends Json> = Omit<ComputedChange<Context>, 'message'>;

/** Functions that an adapter supplies for its dry run, and for tools that the background computes on a context. */
export interface CallParts<Context extends Json, Change extends ChangeWithoutMessage<Context>> {
  /** As `computeCall` of the definition. May throw a {@link MissingPart}. */
  computeCall(context: Context, tool: string, args: JsonObject): Change | ToolResult;
  /**
   * Splits a call into rows that the user can leave out, and returns its arguments without those left out. May throw as
   * `computeCall`. Missing if the adapter's calls have no such rows.
   */
  rows?(context: Context, call: DryRunRequest): ComputedRows;
  /**
   * The effect of changes that lead from one context to another. May query the page for data that the contexts lack. If
   * it is missing, the preview shows the differences of the displayed and of the saved state.
   */
  preview?(
    before: Context,
    after: Context,
    changes: readonly Change[],
    page: ReadOnlyToolPage,
  ): ChangePreview | Promise<ChangePreview>;
  /**
   * Lists the consequences of a change of the context that the differences of the two states don't show, for the
   * approval request. The result of the call should name the same consequences. Missing if the differences show
   * everything.
   */
  consequences?(before: Context, after: Context): EffectList[];
  /**
   * Queries the page for a part that a {@link MissingPart} names, and adds it to the context. Throws a {@link
   * FailedCall} if the part is unavailable. Missing if contexts are always complete.
   */
  complete?(context: Context, part: string, page: ReadOnlyToolPage): Promise<Context>;
  /**
   * Checks a call against the page before it is sent, in addition to its dry run. A result ends the call. Missing if no
   * call needs a check.
   */
  check?(context: Context, tool: string, page: ReadOnlyToolPage): Promise<ToolResult | null>;
  /**
   * The result of a change that was sent. `done` is the page's own result, which is used if this function is missing.
   */
  changed?(
    change: Change,
    before: Context,
    done: ToolResult,
    page: ReadOnlyToolPage,
  ): ToolResult | Promise<ToolResult>;
}

/** Parts of a call that the user can leave out, and its arguments without those that are left out. */
export interface ComputedRows {
  rows: DryRunRow[];
  args: JsonObject;
}

/**
 * Creates an adapter's tools that are computed on a context, and their dry run. A read tool is computed as a call that
 * changes nothing. A change is sent as the computed step, so that exactly what was approved is executed.
 */
export function computedCalls<
  Context extends Json,
  State extends Json,
  Change extends ChangeWithoutMessage<Context>,
>(
  adapter: AdapterDefinition<Context, State>,
  parts: CallParts<Context, Change>,
): { tools: ToolRunner; dryRun: DryRunner } {
  const remembering = withMemory(parts);
  return { tools: toolRunner(adapter.id, remembering), dryRun: dryRunner(adapter, remembering) };
}

/**
 * Computes each call once on the same context: an approved call is computed for its request, for its preview with the user's choices, for the
 * decision, and for the change itself.
 */
function withMemory<Parts extends Pick<CallParts<Json, ChangeWithoutMessage<Json>>, 'computeCall'>>(
  parts: Parts,
): Parts {
  const compute = rememberedValue((context: object, { tool, args }: { tool: string; args: JsonObject }) =>
    parts.computeCall(context as Json, tool, args),
  );
  return { ...parts, computeCall: (context, tool, args) => compute(Object(context), { tool, args }) };
}

/** Returns the first of equal completed contexts, so that the results cached for it are reused. */
const completedTo = rememberedValue((_context: object, completed: Json) => completed);

/** Creates an adapter's tools without a dry run. */
export function toolRunner<Context extends Json, Change extends ChangeWithoutMessage<Context>>(
  id: string,
  parts: CallParts<Context, Change>,
): ToolRunner {
  return {
    id,
    async run(tool, args, page) {
      // The page port parses contexts with the schema of this adapter.
      const start = (await page.read()) as Context;
      const refused = await parts.check?.(start, tool, page);
      if (refused) return refused;
      const { context, computed } = await computeOnCompleted(parts, start, { tool, args }, page);
      if (isResult(computed)) return computed;
      const { step = args } = computed; // The dry run uses the same default.
      const done = await page.change(step);
      // Not stopped: the change has been made.
      return inSlices(() => parts.changed?.(computed, context, done, page) ?? done);
    },
  };
}

/** Computes a call on a context, and loads the parts that the call needs into the context. */
async function computeOnCompleted<Context extends Json, Change extends ChangeWithoutMessage<Context>>(
  parts: CallParts<Context, Change>,
  start: Context,
  { tool, args }: Pick<DryRunRequest, 'tool' | 'args'>,
  page: ReadOnlyToolPage,
): Promise<{ context: Context; computed: Change | ToolResult }> {
  try {
    const { context, value } = await onCompleted(parts, start, page, (context) =>
      parts.computeCall(context, tool, args),
    );
    return { context, computed: value };
  } catch (error) {
    return { context: start, computed: failureOf(error) };
  }
}

function isResult(computed: object): computed is ToolResult {
  return 'success' in computed;
}

async function onCompleted<Context extends Json, Change extends ChangeWithoutMessage<Context>, Value>(
  { complete }: CallParts<Context, Change>,
  start: Context,
  page: ReadOnlyToolPage,
  compute: (context: Context) => Value,
): Promise<{ context: Context; value: Value }> {
  for (let context = start; ; ) {
    const present = context;
    try {
      return { context, value: await inSlices(() => compute(present), page.signal) };
    } catch (error) {
      if (!(error instanceof MissingPart) || complete === undefined) throw error;
      if (error.progress !== undefined)
        page.report?.({ ...error.progress, isHeldUp: false, isReading: true });
      context = completedTo(Object(present), await complete(present, error.part, page)) as Context;
    }
  }
}

/**
 * The result of a call whose computation threw. A call whose effect is too expensive to compute fails, because its
 * effect cannot be shown for approval.
 */
function failureOf(error: unknown): ToolResult {
  if (error instanceof FailedCall) return error.result;
  if (!isStewardError(error) || error.code !== 'too-complex') throw error;
  return failure('too_many_to_decide', `${error.message} ${english(error.remedy)}`);
}

/** A dry run that shows what `computeCall` of the adapter computes; null if the adapter has no such function. */
export function computedDryRun(adapter: AdapterDefinition): DryRunner | null {
  const { computeCall } = adapter;
  return computeCall === undefined ? null : dryRunner(adapter, withMemory({ computeCall }));
}

function dryRunner<Context extends Json, State extends Json, Change extends ChangeWithoutMessage<Context>>(
  adapter: AdapterDefinition<Context, State>,
  parts: CallParts<Context, Change>,
): DryRunner {
  /** A preview from the differences of the displayed and of the saved state, with their consequences. */
  const differencesBetween = rememberedValue((changed: object, before: Context) => {
    const after = changed as Context;
    // First, since it can take several slices, after each of which this begins again.
    const effects = parts.consequences?.(before, after) ?? [];
    const shown = adapter.diffState(adapter.restorableState(before), adapter.restorableState(after));
    const saved = savedDifferences(adapter, before, after);
    const summary = sentences(
      ...sentence(shown, false),
      ...sentence(saved, true),
      ...effectSentences(effects),
    );
    const differences = [...shown, ...saved];
    const notes = parts.consequences === undefined ? [] : [basisNote(false)];
    return summary === '' || differences.length === 0
      ? NO_CHANGE
      : { ...NO_CHANGE, summary, effects, differences, notes };
  });
  const hashes = rememberedWork((context: object, _: null) => pageHashSteps(adapter, context as Context));
  const hashesOf = (context: Context, { signal }: ReadOnlyToolPage) =>
    inSlices(() => hashes(Object(context), null), signal);
  const previewBetween = (before: Context, after: Context, { signal }: ReadOnlyToolPage) =>
    inSlices(() => differencesBetween(Object(after), before), signal);

  async function previewOf(
    before: Context,
    change: Change,
    tool: string,
    page: ReadOnlyToolPage,
  ): Promise<ChangePreview> {
    if (parts.preview !== undefined) return parts.preview(before, change.after, [change], page);
    const effect = adapter.tools.find(({ name }) => name === tool)?.effect;
    if (effect === undefined) {
      throw internalError('internal', `${adapter.title} has no tool ${tool}.`);
    }
    const shown = await previewBetween(before, change.after, page);
    const reach = reachOf(effect, goesLive(adapter, before));
    return { ...shown, ...reach, notes: [...shown.notes, ...reach.notes] };
  }

  async function computeOne(
    start: Context,
    call: DryRunRequest,
    page: ReadOnlyToolPage,
  ): Promise<{ dryRun: CallDryRun; after: Context; change: Change | null }> {
    const { executionId, tool } = call;
    const { stateHash: stateHashBefore, savedHash: savedHashBefore } = await hashesOf(start, page);
    const whole = { executionId, stateHashBefore, savedHashBefore, args: call.args, rows: [] };
    try {
      const { context: withRows, value } = await onCompleted(parts, start, page, (context) =>
        parts.rows?.(context, call),
      );
      // Without rows, a call has its original arguments.
      const shared = { ...whole, ...value };
      const { context, computed } = await computeOnCompleted(
        parts,
        withRows,
        { tool, args: shared.args },
        page,
      );
      if (isResult(computed)) {
        return { dryRun: { kind: 'failure', ...shared, result: computed }, after: context, change: null };
      }
      const preview = await previewOf(context, computed, tool, page);
      const after = await hashesOf(computed.after, page);
      const { step = shared.args } = computed; // For most calls, the step equals the arguments.
      const dryRun = { kind: 'change' as const, ...shared, preview, step, after };
      return { dryRun, after: computed.after, change: computed };
    } catch (error) {
      return { dryRun: { kind: 'failure', ...whole, result: failureOf(error) }, after: start, change: null };
    }
  }

  return {
    id: adapter.id,
    async compute(requests, context, page) {
      // The page port parses contexts with the schema of this adapter.
      const start = context as Context;
      let after = start;
      const calls: CallDryRun[] = [];
      const changes: Change[] = [];
      for (const request of requests) {
        const computed = await computeOne(after, request, page);
        after = computed.after;
        calls.push(computed.dryRun);
        if (computed.change !== null) changes.push(computed.change);
      }
      const previews = calls.flatMap((call) => (call.kind === 'change' ? [call.preview] : []));
      const [only] = previews;
      const change = only === undefined ? null : changedState(adapter, start, after);
      const strip = change && (await modelStrip(adapter, after, change));
      // The net effect of a single change is its own preview. Computing it again would decide thousands of models twice.
      if (only !== undefined && previews.length === 1) return { dryRun: { calls, net: only, strip }, after };
      const net = await (parts.preview?.(start, after, changes, page) ?? previewBetween(start, after, page));
      return { dryRun: { calls, net, strip }, after };
    },
  };
}

/** The message of a change's result, with the same consequences as its preview. */
export function messageWithEffects(message: string, lists: readonly EffectList[]): string {
  return [message, ...effectSentences(lists).map(english)].join(' ');
}

function savedDifferences<Context extends Json, State extends Json>(
  adapter: AdapterDefinition<Context, State>,
  before: Context,
  after: Context,
): StateDifference[] {
  const saved = savedChange(adapter, before, after);
  return saved === null ? [] : adapter.diffState(saved.from, saved.to);
}

/** The saved states before and after a change, as the page's state; null if the page can't show them, or saves nothing. */
function savedChange<Context extends Json, State extends Json>(
  adapter: AdapterDefinition<Context, State>,
  before: Context,
  after: Context,
): { from: State; to: State } | null {
  const stateOf = (saved: Json | null) =>
    saved === null ? null : (adapter.saving?.stateFromSaved(after, saved) ?? null);
  const from = stateOf(savedStateOf(adapter, before));
  const to = stateOf(savedStateOf(adapter, after));
  return from === null || to === null ? null : { from, to };
}

/**
 * The states whose models a change is shown by: the saved ones if it saves, since clients get these. Null if one picture can't show it: the page
 * can't show what is saved, or the calls change more after the save.
 */
function changedState<Context extends Json, State extends Json>(
  adapter: AdapterDefinition<Context, State>,
  before: Context,
  after: Context,
): { from: State; to: State } | null {
  const page = { from: adapter.restorableState(before), to: adapter.restorableState(after) };
  if (goesLive(adapter, after) || isSameJson(savedStateOf(adapter, before), savedStateOf(adapter, after)))
    return page;
  const saved = savedChange(adapter, before, after);
  return saved !== null && isSameJson(saved.to, page.to) ? saved : null;
}

/** The differences in one sentence; none without differences. */
function sentence(differences: readonly StateDifference[], isSaved: boolean): Said[] {
  const [first] = differences;
  const count = differences.length;
  if (first === undefined) return [];
  if (count > 1) return [say(isSaved ? 'kit.preview.saves' : 'kit.preview.makes', { count })];
  return [say(isSaved ? 'kit.preview.savesOne' : `kit.preview.${first.kind}`, { difference: first.text })];
}
