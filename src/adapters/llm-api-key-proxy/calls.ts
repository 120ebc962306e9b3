import type { ToolResult } from '@/src/core/records/tool-result';
import { ruleCalls } from '../kit/rule-list/rule-calls';
import { countOf, listed } from '../kit/tool-results';
import { rulesOf } from '../model-filter/model-filter-context';
import {
  knownProvider,
  matchCount,
  type PlannedChange,
  planChange,
  type WantedChange,
  wantedChange,
} from './plan-change';
import { previewBetween } from './preview';
import { type LlmProxyContext, restorableState } from './proxy-context';
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

/** The tools of LLM-API-Key-Proxy's web UI, and their dry run. */
export const { tools: llmProxyTools, dryRun: llmProxyDryRun } = ruleCalls<
  LlmProxyContext,
  WantedChange,
  PlannedChange
>({
  id: 'llm-api-key-proxy',
  wantedChange,
  look: runReadTool,
  row(context, { action, list, provider: wanted }, pattern) {
    // A rule that is left out of a replacement would be removed.
    if (action === 'replace') return null;
    const kind = action === 'add' ? 'added' : 'removed';
    const provider = knownProvider(context, wanted);
    if (provider === null) return { kind, note: null };
    if (action === 'add' && rulesOf(context.filters, provider)[list].includes(pattern)) {
      return { kind, note: 'is there already' };
    }
    const count = matchCount(context, provider, pattern);
    return { kind, note: count === null ? null : `matches ${countOf(count, 'listed model')}` };
  },
  plan: planChange,
  preview: previewBetween,
  changed,
  restorableState,
});

function changed(
  { step: { list: provider }, list, after, rules }: PlannedChange,
  before: LlmProxyContext,
): ToolResult {
  const effect = effectBetween(before, after);
  const emptied = emptiedLists(before, after);
  const ids = (models: typeof effect.newlyHidden) => models.map(({ id }) => id);
  return {
    success: true,
    message: [
      `Saved the ${list} rules of ${provider}: after a restart the change ${effectInWords(effect, before.models !== null)}.`,
      `Restart needed. ${AFTER_RESTART} Call check_rules_in_force once the user has restarted it.`,
      ...(emptied.length === 0 ? [] : [emptiedNote(emptied)]),
      ...(mayBringBack(before, after) ? [NOT_LISTED] : []),
    ].join(' '),
    data: {
      provider,
      list,
      ...listed('rules', rules),
      restart_needed: true,
      ...listed('newly_hidden', ids(effect.newlyHidden)),
      ...(effect.stayListed.length === 0 ? {} : listed('stay_listed', ids(effect.stayListed))),
    },
  };
}
