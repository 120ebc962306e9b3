import { joinWithAnd } from '@/src/core/in-words';
import { nearTexts } from '../../kit/tool-results';
import {
  loadedModels,
  type ModelFilterContext,
  type RuleSet,
  restorableState,
  rulesOf,
  unsavedProviders,
  withRules,
} from '../model-filter-context';
import type { ApplyOptions, PageAccess } from '../page-access';
import { FailedCall, failure, pageWords, writeFailure } from './tool-parts';

/** Providers that a message names if none is near. */
const MAX_NAMED_PROVIDERS = 12;

/** One provider of the page, with its models, as a tool works on it. */
export interface ProviderView {
  /** The page before its models were loaded; changes are made against this state. */
  seen: ModelFilterContext;
  /** The page with the provider's models. */
  context: ModelFilterContext;
  provider: string;
  /** The ids of its models, sorted by code point. */
  ids: string[];
  rules: RuleSet;
}

/** The provider `wanted`, or the one in view; its models are loaded if they aren't yet. Throws a {@link FailedCall}. */
export async function viewProvider(page: PageAccess, wanted: string | undefined): Promise<ProviderView> {
  const seen = await page.read();
  const provider = knownProvider(seen, wanted);
  const context = await withModels(page, seen, [provider]);
  const ids = loadedModels(context, provider) ?? [];
  return { seen, context, provider, ids, rules: rulesOf(context.drafts, provider) };
}

/** The page's context with the models of all these providers. Throws a {@link FailedCall} if they can't be loaded. */
export async function withModels(
  page: PageAccess,
  context: ModelFilterContext,
  providers: readonly string[],
): Promise<ModelFilterContext> {
  let now = context;
  for (const provider of providers) {
    const isFetched = loadedModels(now, provider) !== null;
    const isLoading = provider === now.provider && now.loading;
    if (isFetched && !isLoading) continue;
    // Loading changes no restorable state, so the page needn't be in a certain state before.
    const load = await page.act(null, { name: 'load-models', args: { provider } });
    if (load.outcome !== 'done') {
      const why = load.outcome === 'refused' ? ` (${pageWords(load.message)})` : '';
      throw notReady(provider, `could not be loaded${why}. Use refresh_models to try again.`);
    }
    now = await page.read();
    if (loadedModels(now, provider) === null) {
      throw notReady(provider, 'are still loading; try again in a moment.');
    }
  }
  return now;
}

function notReady(provider: string, what: string): FailedCall {
  return new FailedCall(failure('not_ready', `The models of ${provider} ${what}`, { provider }));
}

/** The provider `named`, or the one in view. Throws a {@link FailedCall} if the page has none of that name. */
export function knownProvider(context: ModelFilterContext, named: string | undefined): string {
  const { providers } = context;
  const wanted = named ?? context.provider;
  if (providers.includes(wanted)) return wanted;
  const near = nearTexts(wanted, providers);
  const message = `The page has no provider ${JSON.stringify(wanted)}. ${hintAt(near, providers)}`;
  throw new FailedCall(failure('provider_not_found', message, { provider: wanted, near_providers: near }));
}

/** A sentence that suggests providers with similar names, or lists the page's providers. */
function hintAt(near: readonly string[], providers: readonly string[]): string {
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  const rest = providers.length - MAX_NAMED_PROVIDERS;
  const more = rest > 0 ? [`${rest} more`] : [];
  return `It has ${joinWithAnd([...providers.slice(0, MAX_NAMED_PROVIDERS), ...more])}.`;
}

/** Whole rule sets by provider; no provider twice. */
type WantedRules = readonly (readonly [provider: string, rules: RuleSet])[];

/**
 * Changes the rules of providers to `wanted`, all or nothing; resolves with a sentence on the saved file. PageAccess verifies
 * that the page applied the change; reading the state here could include later changes by others. Throws a {@link FailedCall}.
 */
export async function changeRules(
  page: PageAccess,
  seen: ModelFilterContext,
  wanted: WantedRules,
  options?: ApplyOptions,
): Promise<string> {
  const state = restorableState(seen);
  const drafts = wanted.reduce((rules, [provider, set]) => withRules(rules, provider, set), state.drafts);
  const write = await page.apply(state, { ...state, drafts }, options);
  if (write.outcome !== 'done') throw writeFailure(write, 'page_refused');
  const unsaved = unsavedProviders({ drafts, saved: seen.saved });
  const isUnsaved = wanted.some(([provider]) => unsaved.includes(provider));
  return isUnsaved ? 'Not saved yet.' : 'The saved file already has it so.';
}
