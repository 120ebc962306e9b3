import type { ToolResult } from '@/src/core/records/tool-result';
import {
  type ModelFilterContext,
  type RuleSet,
  restorableState,
  unsavedProviders,
  withRules,
} from '../model-filter-context';
import type { ApplyOptions, PageAccess } from '../page-access';
import { writeFailure } from './tool-results';

/** Whole rule sets by provider; no provider twice. */
export type WantedRules = readonly (readonly [provider: string, rules: RuleSet])[];

/**
 * Puts the rules of providers to what is wanted, all or nothing. That the page took them is checked where it is changed
 * (see PageAccess): a state read here may hold what somebody else changed since.
 */
export async function changeRules(
  page: PageAccess,
  seen: ModelFilterContext,
  wanted: WantedRules,
  options?: ApplyOptions,
): Promise<{ savedNote: string } | { failed: ToolResult }> {
  const state = restorableState(seen);
  const drafts = wanted.reduce((rules, [provider, set]) => withRules(rules, provider, set), state.drafts);
  const write = await page.apply(state, { ...state, drafts }, options);
  if (write.outcome !== 'done') return { failed: writeFailure(write, 'page_refused') };
  const unsaved = unsavedProviders({ drafts, saved: seen.saved });
  const isUnsaved = wanted.some(([provider]) => unsaved.includes(provider));
  return { savedNote: isUnsaved ? 'Not saved yet.' : 'The saved file already has it so.' };
}
