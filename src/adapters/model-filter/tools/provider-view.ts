import { joinWithAnd } from '@/src/core/in-words';
import type { ToolResult } from '@/src/schema/tool-result';
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
import { failure, pageWords, writeFailure } from './tool-parts';

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

/** The provider `wanted`, or the one in view; its models are loaded if they aren't yet. */
export async function viewProvider(
  page: PageAccess,
  wanted: string | undefined,
): Promise<ProviderView | { failed: ToolResult }> {
  const seen = await page.read();
  const provider = wanted ?? seen.provider;
  if (!seen.providers.includes(provider)) return { failed: providerNotFound(seen, provider) };
  const loaded = await withModels(page, seen, [provider]);
  if ('failed' in loaded) return loaded;
  const { context } = loaded;
  const ids = loadedModels(context, provider) ?? [];
  return { seen, context, provider, ids, rules: rulesOf(context.drafts, provider) };
}

/** The page's context with the models of all these providers, or the failure to load them. */
export async function withModels(
  page: PageAccess,
  context: ModelFilterContext,
  providers: readonly string[],
): Promise<{ context: ModelFilterContext } | { failed: ToolResult }> {
  let now = context;
  for (const provider of providers) {
    const isFetched = loadedModels(now, provider) !== null;
    const isLoading = provider === now.provider && now.loading;
    if (isFetched && !isLoading) continue;
    // Loading changes no restorable state, so the page needn't be in a certain state before.
    const load = await page.act(null, { name: 'load-models', args: { provider } });
    if (load.outcome !== 'done') return { failed: notLoaded(provider, load) };
    now = await page.read();
    if (loadedModels(now, provider) === null) return { failed: stillLoading(provider) };
  }
  return { context: now };
}

/** The failure of a call that names an unknown provider. */
export function providerNotFound({ providers }: ModelFilterContext, wanted: string): ToolResult {
  return failure(
    'provider_not_found',
    `The page has no provider ${JSON.stringify(wanted)}. ${nearProviders(wanted, providers)}`,
    { provider: wanted, near_providers: nearTexts(wanted, providers) },
  );
}

/** A sentence that suggests providers with similar names, or lists the page's providers. */
function nearProviders(wanted: string, providers: readonly string[]): string {
  const near = nearTexts(wanted, providers);
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  const rest = providers.length - MAX_NAMED_PROVIDERS;
  const more = rest > 0 ? [`${rest} more`] : [];
  return `It has ${joinWithAnd([...providers.slice(0, MAX_NAMED_PROVIDERS), ...more])}.`;
}

function notLoaded(provider: string, load: { outcome: string; message?: string }): ToolResult {
  const why = load.message === undefined ? '' : ` (${pageWords(load.message)})`;
  return failure(
    'not_ready',
    `The models of ${provider} could not be loaded${why}. Use refresh_models to try again.`,
    { provider },
  );
}

function stillLoading(provider: string): ToolResult {
  return failure('not_ready', `The models of ${provider} are still loading; try again in a moment.`, {
    provider,
  });
}

/** Whole rule sets by provider; no provider twice. */
type WantedRules = readonly (readonly [provider: string, rules: RuleSet])[];

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
