import { z } from 'zod';
import { joinWithAnd } from '@/src/core/in-words';
import { loadedModels, rulesOf, unsavedProviders } from '../model-filter-context';
import { changeRules } from './change-rules';
import { declareTool, type ImplementationOf } from './declare-tool';
import { namedProvider } from './input-parts';
import { PAGED_BY } from './paged-by';
import { providerNotFound } from './provider-view';
import { changeData, changeInWords, visibilityChange } from './rule-effect';
import { failure } from './tool-results';

export const discardChangesTool = declareTool({
  name: 'discard_changes',
  description:
    'Drops unsaved rules, so that the page shows the saved ones again. The user is asked first. Returns the providers concerned and the models whose visibility changed. Fails with nothing_to_discard.',
  question: 'Drop the unsaved rules and show the saved ones again?',
  input: z.strictObject({
    provider: namedProvider.optional().describe('One of the page’s providers; without it every provider.'),
  }),
  effect: 'write',
  defaultPermission: 'ask',
  pagedBy: PAGED_BY,
});

export const discardChanges: ImplementationOf<typeof discardChangesTool> = async (page, { provider }) => {
  const context = await page.read();
  if (provider !== undefined && !context.providers.includes(provider))
    return providerNotFound(context, provider);
  const providers = unsavedProviders(context).filter((each) => provider === undefined || each === provider);
  if (providers.length === 0) {
    return failure(
      'nothing_to_discard',
      `The page already shows the saved rules${provider === undefined ? '' : ` of ${provider}`}; there is nothing to discard.`,
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
};
