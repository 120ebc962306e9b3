import type { DryRunRow } from '@/src/core/records/dry-run';
import { ruleCallDryRun } from '../rule-call-dry-run';
import { matchCount, planChange, type WantedChange, wantedChange } from './plan-change';
import { previewBetween } from './preview';
import { type CliProxyContext, restorableState } from './proxy-context';
import { runReadTool } from './read-tools';
import { stepJson } from './rule-step';
import { countOf } from './tool-results';

/** The dry run of CLIProxyAPI's management page. */
export const cliProxyDryRun = ruleCallDryRun<CliProxyContext, WantedChange>({
  id: 'cli-proxy-api',
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

/** One row for each rule of a call with several. */
function planRows(
  context: CliProxyContext,
  wanted: WantedChange,
  leftOut: readonly string[],
): { rows: DryRunRow[]; wanted: WantedChange } {
  const { list, action, patterns } = wanted;
  const all = [...new Set(patterns)];
  if (all.length < 2) return { rows: [], wanted };
  const left = new Set(leftOut);
  const rows = all.map((pattern): DryRunRow => {
    const count = matchCount(context, list, pattern);
    return {
      id: pattern,
      kind: action === 'exclude' ? 'added' : 'removed',
      text: JSON.stringify(pattern),
      note: count === null ? null : `matches ${countOf(count, 'model')}`,
      isLeftOut: left.has(pattern),
    };
  });
  return { rows, wanted: { ...wanted, patterns: all.filter((pattern) => !left.has(pattern)) } };
}
