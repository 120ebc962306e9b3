import type { ToolResult } from '@/src/core/records/tool-result';
import { listed } from '../model-filter/tools/tool-results';
import type { ToolRunner } from '../tool-runner';
import { type PlannedChange, planChange, wantedChange } from './plan-change';
import type { LlmProxyContext } from './proxy-context';
import { runReadTool } from './read-tools';
import {
  AFTER_RESTART,
  effectBetween,
  effectInWords,
  emptiedLists,
  emptiedNote,
  mayBringBack,
  NOT_LISTED,
} from './rule-effect';
import { stepJson } from './rule-step';

/** The tools of LLM-API-Key-Proxy's web UI. */
export const llmProxyTools: ToolRunner = {
  id: 'llm-api-key-proxy',
  async run(tool, args, page) {
    // Parsed by this adapter's own schema.
    const context = (await page.read()) as LlmProxyContext;
    const wanted = wantedChange(tool, args);
    if (wanted === null) return runReadTool(context, tool, args);
    const planned = planChange(context, wanted);
    if ('failed' in planned) return planned.failed;
    const done = await page.change(stepJson(planned.step));
    return done.success ? changed(planned, context) : done;
  },
};

function changed(
  { step: { provider, after }, list, after: next }: PlannedChange,
  before: LlmProxyContext,
): ToolResult {
  const effect = effectBetween(before, next);
  const emptied = emptiedLists(before, next);
  return {
    success: true,
    message: [
      `Saved the ${list} rules of ${provider}: after a restart the change ${effectInWords(effect, before.models !== null)}.`,
      `Restart needed. ${AFTER_RESTART} Call check_rules_in_force once the user has restarted it.`,
      ...(emptied.length === 0 ? [] : [emptiedNote(emptied)]),
      ...(mayBringBack(before, next) ? [NOT_LISTED] : []),
    ].join(' '),
    data: {
      provider,
      list,
      rules: [...after[list]],
      restart_needed: true,
      ...listed(
        'newly_hidden',
        effect.newlyHidden.map(({ id }) => id),
      ),
      ...(effect.stayListed.length === 0
        ? {}
        : listed(
            'stay_listed',
            effect.stayListed.map(({ id }) => id),
          )),
    },
  };
}
