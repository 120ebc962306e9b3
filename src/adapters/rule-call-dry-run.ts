import { hashJson } from '@/src/core/hash';
import type { Json, JsonObject } from '@/src/core/json';
import type { CallDryRun, ChangePreview, DryRunRequest, DryRunRow } from '@/src/core/records/dry-run';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { DryRunner } from './dry-runner';

/** The parts in which the dry runs of pages with lists of rules over an API differ. `Wanted`: the change that a call asks for. */
interface RuleCalls<Context extends Json, Wanted extends { readonly patterns: readonly string[] }> {
  /** The id of the definition. */
  readonly id: string;
  /** The change that a call asks for; null for a read tool. */
  wantedChange(tool: string, args: JsonObject): Wanted | null;
  /** The result of a read tool. */
  look(context: Context, tool: string, args: JsonObject): ToolResult;
  /** The rows of a call with several rules, and the change without those that the user left out. */
  rows(context: Context, wanted: Wanted, leftOut: readonly string[]): { rows: DryRunRow[]; wanted: Wanted };
  /** The step that makes the change, or the result of a call that can't be made. */
  plan(context: Context, wanted: Wanted): { failed: ToolResult } | { step: JsonObject; after: Context };
  preview(before: Context, after: Context): ChangePreview;
  restorableState(context: Context): Json;
}

/** Nothing is saved apart from the state (see `pageHashesOf`). */
const SAVED_HASH = hashJson(null);

/** The dry run of such a page: plans each call on the context that the calls before it lead to. */
export function ruleCallDryRun<Context extends Json, Wanted extends { readonly patterns: readonly string[] }>(
  page: RuleCalls<Context, Wanted>,
): DryRunner {
  const stateHash = (context: Context) => hashJson(page.restorableState(context));

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
    const { rows, wanted } = page.rows(before, asked, leftOut);
    const parts = { ...shared, rows, args: { ...args, patterns: [...wanted.patterns] } };
    const planned = page.plan(before, wanted);
    if ('failed' in planned)
      return { plan: { kind: 'failure', ...parts, result: planned.failed }, after: before };
    const { step, after } = planned;
    const plan: CallDryRun = {
      kind: 'change',
      ...parts,
      preview: page.preview(before, after),
      step,
      after: { stateHash: stateHash(after), savedHash: SAVED_HASH },
    };
    return { plan, after };
  }

  function netPreview(plans: readonly CallDryRun[], before: Context, after: Context): ChangePreview {
    const changes = plans.flatMap((plan) => (plan.kind === 'change' ? [plan.preview] : []));
    const [only] = changes;
    return only !== undefined && changes.length === 1 ? only : page.preview(before, after);
  }

  return {
    id: page.id,
    async plan(calls, port) {
      // Parsed by this adapter's own schema.
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
  };
}
