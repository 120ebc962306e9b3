import type { ToolResult } from '@/src/schema/tool-result';
import { countOf, listed } from '../../kit/tool-results';
import type { RuleKind } from '../model-filter-context';
import type { PageAccess } from '../page-access';
import { changeRules } from './change-rules';
import { declareTool, type ImplementationOf } from './declare-tool';
import { onlyProvider } from './input-parts';
import { PAGED_BY } from './paged-by';
import { viewProvider } from './provider-view';
import { changeInWords, visibilityChange } from './rule-effect';
import { failure } from './tool-results';

export const clearIgnoreRulesTool = declareTool({
  name: 'clear_all_ignore_rules',
  description:
    'Removes every ignore rule of a provider. The user is asked first. Returns the removed rules and the models that are visible again. Fails with nothing_to_change if there are none. The change is not saved.',
  question: 'Remove every ignore rule of the provider?',
  input: onlyProvider,
  effect: 'write',
  defaultPermission: 'ask',
  pagedBy: PAGED_BY,
});

export const clearWhitelistRulesTool = declareTool({
  name: 'clear_all_whitelist_rules',
  description:
    'Removes every whitelist rule of a provider. The user is asked first. Returns the removed rules and the models that ignore rules hide now. Fails with nothing_to_change if there are none. The change is not saved.',
  question: 'Remove every whitelist rule of the provider?',
  input: onlyProvider,
  effect: 'write',
  defaultPermission: 'ask',
  pagedBy: PAGED_BY,
});

export const clearIgnoreRules: ImplementationOf<typeof clearIgnoreRulesTool> = (page, { provider }) =>
  clearRules('ignore', page, provider);

export const clearWhitelistRules: ImplementationOf<typeof clearWhitelistRulesTool> = (page, { provider }) =>
  clearRules('whitelist', page, provider);

async function clearRules(
  kind: RuleKind,
  page: PageAccess,
  provider: string | undefined,
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
