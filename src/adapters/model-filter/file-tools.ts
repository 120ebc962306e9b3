import type { ToolResult } from '@/src/core/tools/tool-definition';
import { loadedModels, rulesOf, unsavedProviders } from './model-filter-context';
import type { PageAccess } from './page-access';
import { visibilityChange } from './rule-effect';
import { inWords } from './sentence-parts';
import { failure, listed, writeFailure } from './tool-results';

/** `save_changes`: has the page write its rules to the proxy's file, and reads back that it did. */
export async function saveChanges(page: PageAccess, signal: AbortSignal): Promise<ToolResult> {
  const seen = await page.read(signal);
  const providers = unsavedProviders(seen.context);
  if (providers.length === 0) {
    return failure('nothing_to_save', 'The saved file already matches the page; nothing was written.');
  }
  const write = await page.act(seen, 'save', signal);
  if (write.outcome !== 'done') return writeFailure(write, 'save_failed');
  const left = unsavedProviders(write.after).filter((provider) => providers.includes(provider));
  if (left.length > 0) {
    return failure(
      'save_failed',
      `The page reported a save, but the saved file still differs for ${inWords(left)}.`,
      { providers: left },
    );
  }
  return {
    success: true,
    message: `Saved the rules of ${inWords(providers)}; the proxy’s file now matches the page.`,
    data: { providers },
  };
}

/** `discard_changes`: has the page go back to the saved rules, and tells whose visibility that changes. */
export async function discardChanges(page: PageAccess, signal: AbortSignal): Promise<ToolResult> {
  const seen = await page.read(signal);
  const { provider, drafts } = seen.context;
  const providers = unsavedProviders(seen.context);
  if (providers.length === 0) {
    return failure(
      'nothing_to_discard',
      'The page already shows the saved rules; there is nothing to discard.',
    );
  }
  const write = await page.act(seen, 'discard', signal);
  if (write.outcome !== 'done') return writeFailure(write, 'page_refused');
  const left = unsavedProviders(write.after);
  if (left.length > 0) {
    return failure(
      'not_applied',
      `The page reported a discard, but still shows unsaved changes for ${inWords(left)}.`,
      { providers: left },
    );
  }
  const { newlyHidden, broughtBack } = visibilityChange(
    loadedModels(seen.context, provider) ?? [],
    rulesOf(drafts, provider),
    rulesOf(write.after.drafts, provider),
  );
  return {
    success: true,
    message: `Discarded the unsaved changes of ${inWords(providers)}; the page shows the saved rules again.`,
    data: { providers, ...listed('newly_hidden', newlyHidden), ...listed('brought_back', broughtBack) },
  };
}
