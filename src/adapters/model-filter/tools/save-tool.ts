import { assertNever } from '@/src/core/assert-never';
import { joinWithAnd } from '@/src/core/in-words';
import { SAVED_CHANGED, type ToolResult } from '@/src/core/records/tool-result';
import {
  differingProviders,
  type ModelFilterContext,
  normalisedRules,
  restorableState,
  rulesOf,
  sameRules,
  unsavedProviders,
} from '../model-filter-context';
import type { PageAccess } from '../page-access';

import { savedDifference } from './saved-difference';
import { failure, writeFailure } from './tool-results';

/** When the proxy goes by what was saved, as the page tells it. */
type Effective = 'now' | 'after-restart' | 'unknown';

/**
 * `save_changes`: has the page read the proxy's file again, and write its rules there if the file still holds what the
 * save is to replace; then checks that it did. The step names the saved rules that it replaces, so that what is approved
 * can't overwrite any others.
 */
export async function saveChanges(page: PageAccess): Promise<ToolResult> {
  const seen = await page.read();
  const reread = await readSavedAnew(page, seen);
  if ('failed' in reread) return reread.failed;
  const providers = unsavedProviders(reread.context);
  if (providers.length === 0) {
    return failure('nothing_to_save', 'The saved file already matches the page; nothing was written.');
  }
  const write = await page.act(restorableState(seen), {
    name: 'save',
    args: { replaces: normalisedRules(seen.saved) },
  });
  if (write.outcome === 'refused' && write.code === 'saved-changed') {
    const again = await readSavedAnew(page, seen);
    return 'failed' in again ? again.failed : savedChanged(seen, again.context, []);
  }
  if (write.outcome !== 'done') return writeFailure(write, 'save_failed');
  const { saved } = await page.read();
  const left = providers.filter(
    (provider) => !sameRules(rulesOf(saved, provider), rulesOf(seen.drafts, provider)),
  );
  if (left.length > 0) {
    return failure(
      'save_failed',
      `The page reported a save, but the saved file still differs for ${joinWithAnd(left)}. Look at the page before saving again.`,
      { providers: left },
    );
  }
  const effective = effectiveOf(write.result);
  return {
    success: true,
    message: `Saved the rules of ${joinWithAnd(providers)}; the proxy’s file now matches the page. ${inEffect(effective)}`,
    data: { providers, effective },
  };
}

/** Has the page read the proxy's file; fails if that isn't what the page started from. */
async function readSavedAnew(
  page: PageAccess,
  seen: ModelFilterContext,
): Promise<{ context: ModelFilterContext } | { failed: ToolResult }> {
  const write = await page.act(null, { name: 'read-saved', args: {} });
  if (write.outcome !== 'done') return { failed: writeFailure(write, 'save_failed') };
  const context = await page.read();
  const elsewhere = changedElsewhere(seen, context, write.result);
  return elsewhere.length > 0 ? { failed: savedChanged(seen, context, elsewhere) } : { context };
}

/** The providers whose saved rules differ: those that the page names, and those that its state shows. */
function changedElsewhere(before: ModelFilterContext, after: ModelFilterContext, result: unknown): string[] {
  const told = typeof result === 'object' && result !== null && 'changed' in result ? result.changed : [];
  const named = Array.isArray(told) ? after.providers.filter((provider) => told.includes(provider)) : [];
  return [...new Set([...named, ...differingProviders(before.saved, after.saved)])].sort();
}

function savedChanged(
  before: ModelFilterContext,
  after: ModelFilterContext,
  providers: string[],
): ToolResult {
  const whose = providers.length === 0 ? '' : ` for ${joinWithAnd(providers)}`;
  return failure(
    SAVED_CHANGED,
    `Somebody else changed the saved rules${whose}, so nothing was saved. Tell the user how they differ; save again only if they want the page’s rules to replace them.`,
    { providers, changed: providers.map((provider) => savedDifference(before, after, provider)) },
  );
}

function effectiveOf(result: unknown): Effective {
  const told =
    typeof result === 'object' && result !== null && 'effective' in result ? result.effective : null;
  return told === 'now' || told === 'after-restart' ? told : 'unknown';
}

function inEffect(effective: Effective): string {
  switch (effective) {
    case 'now':
      return 'The proxy’s list follows them now.';
    case 'after-restart':
      return 'The proxy goes on by the old rules: restart it for them to take effect.';
    case 'unknown':
      return 'Whether the proxy’s list follows them couldn’t be checked.';
    default:
      return assertNever(effective);
  }
}
