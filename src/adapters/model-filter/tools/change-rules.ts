import type { ToolResult } from '@/src/schema/tool-result';
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
 * Changes the rules of providers to `wanted`, all or nothing. PageAccess verifies that the page applied the
 * change; reading the state here could include later changes by others.
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
