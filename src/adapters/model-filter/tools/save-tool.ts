import { z } from 'zod';
import { assertNever } from '@/src/core/assert-never';
import { joinWithAnd } from '@/src/core/in-words';
import { SAVED_CHANGED } from '@/src/core/records/tool-result';
import { SLOW_TOOL_TIMEOUT_MS } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
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
import { declareTool, type ImplementationOf } from './declare-tool';
import { savedDifference } from './saved-difference';
import { failure, writeFailure } from './tool-results';

/** When the proxy applies the saved rules, as the page reports it. */
type Effective = 'now' | 'after-restart' | 'unknown';

export const saveChangesTool = declareTool({
  name: 'save_changes',
  description:
    'Saves the rules of every provider to the proxy’s file, and reports if the proxy applies them already. A save can’t be undone, so the user is asked first; call it only when they want to save. Fails with nothing_to_save if the file matches already, and with saved_changed, naming the differences, if somebody else changed the file since: then nothing is saved, and a second call would replace what they wrote.',
  question: 'Write the rules that the page shows, for every provider, to the proxy’s file?',
  input: z.strictObject({}),
  effect: 'commit',
  timeoutMs: SLOW_TOOL_TIMEOUT_MS,
});

/**
 * Has the page read the proxy's file again, write its rules there if the file still holds the rules that the save is to
 * replace, and then verifies the file. The step names the saved rules that it replaces, so that an approved save can't
 * overwrite any others.
 */
export const saveChanges: ImplementationOf<typeof saveChangesTool> = async (page) => {
  const seen = await page.read();
  const reread = await rereadSaved(page, seen);
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
    const again = await rereadSaved(page, seen);
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
};

/** Has the page read the proxy's file; fails if the saved rules differ from those in `seen`. */
async function rereadSaved(
  page: PageAccess,
  seen: ModelFilterContext,
): Promise<{ context: ModelFilterContext } | { failed: ToolResult }> {
  const write = await page.act(null, { name: 'read-saved', args: {} });
  if (write.outcome !== 'done') return { failed: writeFailure(write, 'save_failed') };
  const context = await page.read();
  const elsewhere = changedElsewhere(seen, context, write.result);
  return elsewhere.length > 0 ? { failed: savedChanged(seen, context, elsewhere) } : { context };
}

/** The providers whose saved rules changed: those that the page reports, and those whose rules differ in its state. */
function changedElsewhere(before: ModelFilterContext, after: ModelFilterContext, result: unknown): string[] {
  const reported = typeof result === 'object' && result !== null && 'changed' in result ? result.changed : [];
  const named = Array.isArray(reported)
    ? after.providers.filter((provider) => reported.includes(provider))
    : [];
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
  const reported =
    typeof result === 'object' && result !== null && 'effective' in result ? result.effective : null;
  return reported === 'now' || reported === 'after-restart' ? reported : 'unknown';
}

function inEffect(effective: Effective): string {
  switch (effective) {
    case 'now':
      return 'The proxy’s list follows them now.';
    case 'after-restart':
      return 'The proxy still applies the old rules: restart it to apply the new ones.';
    case 'unknown':
      return 'Whether the proxy’s list follows them couldn’t be checked.';
    default:
      return assertNever(effective);
  }
}
