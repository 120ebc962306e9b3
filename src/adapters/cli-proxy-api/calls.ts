import type { ToolResult } from '@/src/core/records/tool-result';
import { ruleCalls } from '../kit/rule-list/rule-calls';
import { countOf, listed } from '../kit/tool-results';
import { listLabel } from './exclusion-list';
import {
  matchCount,
  newProviderNotes,
  type PlannedChange,
  planChange,
  type WantedChange,
  wantedChange,
} from './plan-change';
import { effectInWords, previewBetween } from './preview';
import { type CliProxyContext, restorableState } from './proxy-context';
import { runReadTool } from './read-tools';

/** The tools of CLIProxyAPI's management page, and their dry run. */
export const { tools: cliProxyTools, dryRun: cliProxyDryRun } = ruleCalls<
  CliProxyContext,
  WantedChange,
  PlannedChange
>({
  id: 'cli-proxy-api',
  wantedChange,
  look: runReadTool,
  row(context, { list, action }, pattern) {
    const count = matchCount(context, list, pattern);
    return {
      kind: action === 'exclude' ? 'added' : 'removed',
      note: count === null ? null : `matches ${countOf(count, 'model')}`,
    };
  },
  plan: planChange,
  preview: previewBetween,
  changed,
  restorableState,
});

/** Steward has no way to make the page read its rules again, and its editor would write back those from before. */
const STALE_PAGE =
  'If the page’s own editor is open, it still shows the rules from before, and saving there would write them back: tell the user to reload the page first.';

/** `done`: the outcome of the step, with what clients get now. */
function changed(
  { step: { list, after }, lost, regained }: PlannedChange,
  before: CliProxyContext,
  done: ToolResult,
): ToolResult {
  return {
    success: true,
    message: [
      `Changed the rules of ${listLabel(list)}: ${effectInWords(lost, regained)}.`,
      ...newProviderNotes(before, [list]),
      done.message,
      STALE_PAGE,
    ].join(' '),
    data: {
      list: list.id,
      ...listed('rules', after),
      ...listed('newly_excluded', lost),
      ...listed('available_again', regained),
      ...done.data,
    },
  };
}
