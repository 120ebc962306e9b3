import { hashJson } from '@/src/core/hash';
import type { Json, JsonObject } from '@/src/core/json';
import type { CallDryRun, ChangePreview, DryRunRequest, DryRunRow } from '@/src/core/records/dry-run';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { DryRunner } from '../dry-runner';
import type { ToolRunner } from '../tool-runner';
import { tooManyRules } from './rule-bound';

/** The change that a call asks for. */
interface WantedRules {
  readonly patterns: readonly string[];
}

/** A change that can be made. */
interface PlannedRules<Context extends Json> {
  step: JsonObject;
  /** The context that the change leads to. */
  after: Context;
  /** The rules of the changed list from then on. */
  rules: readonly string[];
}

/** The parts in which the tools of pages with lists of rules over an API differ. */
interface RuleCalls<Context extends Json, Wanted extends WantedRules, Planned extends PlannedRules<Context>> {
  /** The id of the definition. */
  readonly id: string;
  /** The change that a call asks for; null for a read tool. */
  wantedChange(tool: string, args: JsonObject): Wanted | null;
  /** The result of a read tool. */
  look(context: Context, tool: string, args: JsonObject): ToolResult;
  /** The row for one rule of a call with several; null if its rules can't be left out. */
  row(context: Context, wanted: Wanted, pattern: string): Pick<DryRunRow, 'kind' | 'note'> | null;
  /** The change, or the result of a call that can't be made. */
  plan(context: Context, wanted: Wanted): { failed: ToolResult } | Planned;
  preview(before: Context, after: Context): ChangePreview;
  /** The result of a change that was made. `done`: the page's own result. */
  changed(planned: Planned, before: Context, done: ToolResult): ToolResult;
  restorableState(context: Context): Json;
}

/** Nothing is saved apart from the state (see `pageHashesOf`). */
const SAVED_HASH = hashJson(null);

/** The tools of such a page, and their dry run, which plans each call on the context that the calls before it lead to. */
export function ruleCalls<
  Context extends Json,
  Wanted extends WantedRules,
  Planned extends PlannedRules<Context>,
>(page: RuleCalls<Context, Wanted, Planned>): { tools: ToolRunner; dryRun: DryRunner } {
  const stateHash = (context: Context) => hashJson(page.restorableState(context));

  function plan(context: Context, wanted: Wanted): { failed: ToolResult } | Planned {
    const planned = page.plan(context, wanted);
    const failed = 'failed' in planned ? null : tooManyRules(planned.rules.length);
    return failed === null ? planned : { failed };
  }

  /** The rows of a call, and the change without those that the user left out. */
  function rowsOf(context: Context, wanted: Wanted, leftOut: readonly string[]) {
    const all = [...new Set(wanted.patterns)];
    const rows = all.flatMap((pattern): DryRunRow[] => {
      const row = all.length < 2 ? null : page.row(context, wanted, pattern);
      const isLeftOut = leftOut.includes(pattern);
      return row === null ? [] : [{ id: pattern, text: JSON.stringify(pattern), isLeftOut, ...row }];
    });
    if (rows.length === 0) return { rows, wanted };
    return { rows, wanted: { ...wanted, patterns: all.filter((pattern) => !leftOut.includes(pattern)) } };
  }

  function planCall(before: Context, call: DryRunRequest): { plan: CallDryRun; after: Context } {
    const { executionId, tool, args, leftOut } = call;
    const shared = {
      executionId,
      args,
      rows: [],
      stateHashBefore: stateHash(before),
      savedHashBefore: SAVED_HASH,
    };
    const asked = page.wantedChange(tool, args);
    if (asked === null) {
      return { plan: { kind: 'failure', ...shared, result: page.look(before, tool, args) }, after: before };
    }
    const { rows, wanted } = rowsOf(before, asked, leftOut);
    const parts = { ...shared, rows, args: { ...args, patterns: [...wanted.patterns] } };
    const planned = plan(before, wanted);
    if ('failed' in planned) {
      return { plan: { kind: 'failure', ...parts, result: planned.failed }, after: before };
    }
    const { step, after } = planned;
    const change: CallDryRun = {
      kind: 'change',
      ...parts,
      preview: page.preview(before, after),
      step,
      after: { stateHash: stateHash(after), savedHash: SAVED_HASH },
    };
    return { plan: change, after };
  }

  function netPreview(plans: readonly CallDryRun[], before: Context, after: Context): ChangePreview {
    const changes = plans.flatMap((call) => (call.kind === 'change' ? [call.preview] : []));
    const [only] = changes;
    return only !== undefined && changes.length === 1 ? only : page.preview(before, after);
  }

  return {
    tools: {
      id: page.id,
      async run(tool, args, port) {
        // Parsed by this adapter's own schema.
        const context = (await port.read()) as Context;
        const wanted = page.wantedChange(tool, args);
        if (wanted === null) return page.look(context, tool, args);
        const planned = plan(context, wanted);
        if ('failed' in planned) return planned.failed;
        const done = await port.change(planned.step);
        return done.success ? page.changed(planned, context, done) : done;
      },
    },
    dryRun: {
      id: page.id,
      async plan(calls, port) {
        // As above.
        const context = (await port.read()) as Context;
        let after = context;
        const plans: CallDryRun[] = [];
        for (const call of calls) {
          const planned = planCall(after, call);
          plans.push(planned.plan);
          after = planned.after;
        }
        return { dryRun: { calls: plans, net: netPreview(plans, context, after) }, context, after };
      },
    },
  };
}
