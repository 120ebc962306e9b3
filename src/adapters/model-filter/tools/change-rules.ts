import { inWords } from '@/src/core/in-words';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import {
  type ModelFilterContext,
  type RuleSet,
  restorableState,
  rulesOf,
  sameRules,
  unsavedProviders,
  withRules,
} from '../model-filter-context';
import type { ApplyOptions, PageAccess } from '../page-access';

import { failure, writeFailure } from './tool-results';

/** Whole rule sets by provider; no provider twice. */
export type WantedRules = readonly (readonly [provider: string, rules: RuleSet])[];

/** Puts the rules of providers to what is wanted, all or nothing, and reads back what the page made of it. */
export async function changeRules(
  page: PageAccess,
  seen: ModelFilterContext,
  wanted: WantedRules,
  options?: ApplyOptions,
): Promise<{ after: ModelFilterContext; savedNote: string } | { failed: ToolResult }> {
  const state = restorableState(seen);
  const drafts = wanted.reduce((rules, [provider, set]) => withRules(rules, provider, set), state.drafts);
  const write = await page.apply(state, { ...state, drafts }, options);
  if (write.outcome !== 'done') return { failed: writeFailure(write, 'page_refused') };
  const after = await page.read();
  const others = wanted.filter(([provider, set]) => !sameRules(rulesOf(after.drafts, provider), set));
  if (others.length > 0) {
    const providers = others.map(([provider]) => provider);
    return {
      failed: failure(
        'not_applied',
        `The page accepted the change but shows other rules for ${inWords(providers)}. Look at its state before going on.`,
        { providers },
      ),
    };
  }
  const unsaved = unsavedProviders(after);
  const isUnsaved = wanted.some(([provider]) => unsaved.includes(provider));
  return { after, savedNote: isUnsaved ? 'Not saved yet.' : 'The saved file already has it so.' };
}
