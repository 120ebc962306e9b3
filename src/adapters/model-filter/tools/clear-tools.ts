import type { ToolResult } from '@/src/core/records/tool-result';
import type { RuleKind } from '../model-filter-context';
import type { PageAccess } from '../page-access';
import { countOf } from '../sentence-parts';
import { changeRules } from './change-rules';
import { viewProvider } from './provider-view';
import { changeInWords, visibilityChange } from './rule-effect';
import { failure, listed } from './tool-results';

/** `clear_all_ignore_rules` and `clear_all_whitelist_rules`: empties a list and tells whose visibility that changes. */
export async function clearRules(
  page: PageAccess,
  { kind, provider }: { kind: RuleKind; provider: string | null },
): Promise<ToolResult> {
  const view = await viewProvider(page, provider);
  if ('failed' in view) return view.failed;
  const { ids, rules } = view;
  const removed = rules[kind];
  if (removed.length === 0) {
    return failure('nothing_to_change', `${view.provider} has no ${kind} rules; nothing was removed.`, {
      provider: view.provider,
    });
  }
  const wanted = { ...rules, [kind]: [] };
  const change = await changeRules(page, view.seen, [[view.provider, wanted]]);
  if ('failed' in change) return change.failed;
  const visibility = visibilityChange(ids, rules, wanted);
  return {
    success: true,
    message: `Removed ${countOf(removed.length, `${kind} rule`)} of ${view.provider}: ${changeInWords(visibility)}. ${change.savedNote}`,
    data: {
      provider: view.provider,
      removed_rules: removed,
      removed_count: removed.length,
      ...(kind === 'ignore'
        ? listed('brought_back', visibility.broughtBack)
        : listed('newly_hidden', visibility.newlyHidden)),
    },
  };
}
