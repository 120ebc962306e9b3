import type { DryRunRow } from '@/src/core/records/dry-run';
import { rulesOf } from '../model-filter/model-filter-context';
import { countOf } from '../model-filter/sentence-parts';
import { ruleCallDryRun } from '../rule-call-dry-run';
import { knownProvider, matchCount, planChange, type WantedChange, wantedChange } from './plan-change';
import { previewBetween } from './preview';
import { type LlmProxyContext, restorableState } from './proxy-context';
import { runReadTool } from './read-tools';
import { stepJson } from './rule-step';

/** The dry run of LLM-API-Key-Proxy's web UI. */
export const llmProxyDryRun = ruleCallDryRun<LlmProxyContext, WantedChange>({
  id: 'llm-api-key-proxy',
  wantedChange,
  look: runReadTool,
  rows: planRows,
  plan(context, wanted) {
    const planned = planChange(context, wanted);
    return 'failed' in planned ? planned : { step: stepJson(planned.step), after: planned.after };
  },
  preview: previewBetween,
  restorableState,
});

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
