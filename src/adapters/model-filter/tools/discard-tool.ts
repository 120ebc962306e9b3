import { joinWithAnd } from '@/src/core/in-words';
import type { ToolResult } from '@/src/core/records/tool-result';
import { loadedModels, rulesOf, unsavedProviders } from '../model-filter-context';
import type { PageAccess } from '../page-access';

import { changeRules } from './change-rules';
import { providerNotFound } from './provider-view';
import { changeData, changeInWords, visibilityChange } from './rule-effect';
import { failure } from './tool-results';

/** `discard_changes`: puts a provider's rules back to the saved ones; with null those of all providers. */
export async function discardChanges(page: PageAccess, provider: string | null): Promise<ToolResult> {
  const context = await page.read();
  if (provider !== null && !context.providers.includes(provider)) return providerNotFound(context, provider);
  const providers = unsavedProviders(context).filter((each) => provider === null || each === provider);
  if (providers.length === 0) {
    return failure(
      'nothing_to_discard',
      `The page already shows the saved rules${provider === null ? '' : ` of ${provider}`}; there is nothing to discard.`,
    );
  }
  const wanted = providers.map((each) => [each, rulesOf(context.saved, each)] as const);
  const change = await changeRules(page, context, wanted, { discard: true });
  if ('failed' in change) return change.failed;
  const changes = wanted.flatMap(([each, rules]) => {
    const ids = loadedModels(context, each);
    return ids === null
      ? []
      : [{ each, change: visibilityChange(ids, rulesOf(context.drafts, each), rules) }];
  });
  const total = {
    newlyHidden: changes.flatMap((each) => each.change.newlyHidden),
    broughtBack: changes.flatMap((each) => each.change.broughtBack),
  };
  const unknown = providers.filter((each) => loadedModels(context, each) === null);
  const effect = changes.length === 0 ? '' : `: ${changeInWords(total)}`;
  return {
    success: true,
    message: [
      `Discarded the unsaved changes of ${joinWithAnd(providers)}${effect}. The page shows the saved rules again.`,
      ...(unknown.length === 0
        ? []
        : [`The models of ${joinWithAnd(unknown)} aren’t loaded, so the effect there isn’t known.`]),
    ].join(' '),
    data: {
      providers,
      changes: changes.map(({ each, change }) => ({ provider: each, ...changeData(change) })),
    },
  };
}
