import { hashJson } from '@/src/core/hash';
import type { JsonObject } from '@/src/core/json';
import type { CallDryRun, ChangePreview, DryRunRequest, DryRunRow } from '@/src/core/records/dry-run';
import type { DryRunner } from '../dry-runner';
import { rulesOf } from '../model-filter/model-filter-context';
import { countOf } from '../model-filter/sentence-parts';
import { knownProvider, matchCount, planChange, type WantedChange, wantedChange } from './plan-change';
import { previewBetween } from './preview';
import { type LlmProxyContext, restorableState } from './proxy-context';
import { runReadTool } from './read-tools';
import { stepJson } from './rule-step';

/** Nothing is saved apart from the state (see `pageHashesOf`). */
const SAVED_HASH = hashJson(null);

/** The dry run of LLM-API-Key-Proxy's web UI: plans each call on the context that the calls before it lead to. */
export const llmProxyDryRun: DryRunner = {
  id: 'llm-api-key-proxy',
  async plan(calls, page) {
    // Parsed by this adapter's own schema.
    const context = (await page.read()) as LlmProxyContext;
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

function planCall(
  before: LlmProxyContext,
  call: DryRunRequest,
): { plan: CallDryRun; after: LlmProxyContext } {
  const { executionId, tool, args } = call;
  const shared = {
    executionId,
    args,
    rows: [],
    stateHashBefore: stateHash(before),
    savedHashBefore: SAVED_HASH,
  };
  const asked = wantedChange(tool, args);
  if (asked === null) {
    return { plan: { kind: 'failure', ...shared, result: runReadTool(before, tool, args) }, after: before };
  }
  const { rows, wanted } = planRows(before, asked, call.leftOut);
  const parts = { ...shared, rows, args: { ...args, patterns: wanted.patterns } as JsonObject };
  const planned = planChange(before, wanted);
  if ('failed' in planned)
    return { plan: { kind: 'failure', ...parts, result: planned.failed }, after: before };
  const { step, after } = planned;
  const plan: CallDryRun = {
    kind: 'change',
    ...parts,
    preview: previewBetween(before, after),
    step: stepJson(step),
    after: { stateHash: stateHash(after), savedHash: SAVED_HASH },
  };
  return { plan, after };
}

/** One row for each rule of a call with several. Those of a replacement can't be left out: that would remove them. */
function planRows(
  context: LlmProxyContext,
  wanted: WantedChange,
  leftOut: readonly string[],
): { rows: DryRunRow[]; wanted: WantedChange } {
  const { action, list, patterns } = wanted;
  const all = [...new Set(patterns)];
  if (action === 'replace' || all.length < 2) return { rows: [], wanted };
  const left = new Set(leftOut);
  const provider = knownProvider(context, wanted.provider);
  const known = provider === null ? [] : rulesOf(context.filters, provider)[list];
  const rows = all.map((pattern): DryRunRow => {
    const count = provider === null ? null : matchCount(context, provider, pattern);
    const isThere = action === 'add' && known.includes(pattern);
    return {
      id: pattern,
      kind: action === 'add' ? 'added' : 'removed',
      text: JSON.stringify(pattern),
      note: isThere
        ? 'is there already'
        : count === null
          ? null
          : `matches ${countOf(count, 'listed model')}`,
      isLeftOut: left.has(pattern),
    };
  });
  return { rows, wanted: { ...wanted, patterns: all.filter((pattern) => !left.has(pattern)) } };
}

function netPreview(
  plans: readonly CallDryRun[],
  before: LlmProxyContext,
  after: LlmProxyContext,
): ChangePreview {
  const changes = plans.flatMap((plan) => (plan.kind === 'change' ? [plan.preview] : []));
  const [only] = changes;
  return only !== undefined && changes.length === 1 ? only : previewBetween(before, after);
}

function stateHash(context: LlmProxyContext): string {
  return hashJson(restorableState(context));
}
