import type { ToolResult } from '@/src/core/records/tool-result';
import type { ToolRunner } from '../tool-runner';
import { listLabel } from './exclusion-list';
import { type PlannedChange, planChange, wantedChange } from './plan-change';
import type { CliProxyContext } from './proxy-context';
import { runReadTool } from './read-tools';
import { stepJson } from './rule-step';
import { countOf, listed } from './tool-results';

/** The tools of CLIProxyAPI's management page. */
export const cliProxyTools: ToolRunner = {
  id: 'cli-proxy-api',
  async run(tool, args, page) {
    // Parsed by this adapter's own schema.
    const context = (await page.read()) as CliProxyContext;
    const wanted = wantedChange(tool, args);
    if (wanted === null) return runReadTool(context, tool, args);
    const planned = planChange(context, wanted);
    if ('failed' in planned) return planned.failed;
    const done = await page.change(stepJson(planned.step));
    return done.success ? changed(planned, done) : done;
  },
};

/** Steward has no way to make the page read its rules again, and its editor would write back those from before. */
const STALE_PAGE =
  'If the page’s own editor is open, it still shows the rules from before, and saving there would write them back: tell the user to reload the page first.';

/** `done`: the outcome of the step, with what clients get now. */
function changed({ step: { list, after }, lost, regained }: PlannedChange, done: ToolResult): ToolResult {
  return {
    success: true,
    message: `Changed the rules of ${listLabel(list)}: ${effectInWords(lost, regained)}. This is in force now. ${done.message} ${STALE_PAGE}`,
    data: {
      list: list.id,
      rules: [...after],
      ...listed('newly_excluded', lost),
      ...listed('available_again', regained),
      ...done.data,
    },
  };
}

/** The effect on the models of one list, e.g. "excludes 2 models". */
export function effectInWords(lost: readonly string[], regained: readonly string[]): string {
  const parts = [
    ...(lost.length === 0 ? [] : [`excludes ${countOf(lost.length, 'model')}`]),
    ...(regained.length === 0 ? [] : [`makes ${countOf(regained.length, 'model')} available again`]),
  ];
  return parts.length === 0 ? 'affects no model of the catalogue' : parts.join(' and ');
}
