import { joinWithAnd } from '@/src/core/text/join-texts';
import type { ToolResult } from '@/src/schema/tool-result';
import { factsInLine, type Said, say } from '@/src/schema/values/said';
import type { ReadOnlyToolPage } from '../../kit/calls';
import { FailedCall, MissingPart } from '../../kit/computed-tool';
import { type RuleSet, rulesOf, withRules } from '../../kit/rules/provider-rules';
import { misnamedRules } from '../../kit/rules/rule-problems';
import { counted, nearTexts } from '../../kit/tool-results';
import {
  loadedModels,
  type ModelFilterContext,
  restorableState,
  unsavedProviders,
} from '../model-filter-context';
import { action } from '../page-operation';
import { allChanges, changeFacts, visibilityChange } from './rule-effect';
import { type FilterChange, failure, operationFailure, pageWords } from './tool-parts';

/** Most providers that a message names if none has a similar name. */
const MAX_NAMED_PROVIDERS = 12;

/** A provider of the page with its models and rules, as tools use it. */
export interface ProviderView {
  context: ModelFilterContext;
  provider: string;
  /** Ids of its models, sorted by code point. */
  ids: readonly string[];
  rules: RuleSet;
}

/** The provider `wanted`, or the one in view. Throws a {@link FailedCall} or a {@link MissingPart}. */
export function viewProvider(context: ModelFilterContext, wanted: string | undefined): ProviderView {
  const provider = knownProvider(context, wanted);
  return {
    context,
    provider,
    ids: modelsOf(context, provider),
    rules: rulesOf(context.drafts, provider),
  };
}

/** The ids of a provider's models. Throws a {@link MissingPart} if they are not loaded. */
export function modelsOf(context: ModelFilterContext, provider: string): readonly string[] {
  const ids = loadedModels(context, provider);
  const isLoading = provider === context.provider && context.loading;
  if (ids === null || isLoading) throw new MissingPart(provider);
  return ids;
}

/**
 * Makes the page load a provider's models, and resolves with the context that contains them. Throws a {@link
 * FailedCall} if loading fails.
 */
export async function loadModels(
  context: ModelFilterContext,
  provider: string,
  page: ReadOnlyToolPage,
): Promise<ModelFilterContext> {
  // Loading changes no restorable state, so no particular state is required.
  const load = await page.look(action(null, 'load-models', { provider }));
  const ids = loadedModels(await readPage(page), provider);
  if (!load.success) {
    throw notReady(provider, `could not be loaded (${pageWords(load)}). Use refresh_models to try again.`);
  }
  if (ids === null) throw notReady(provider, 'are still loading; try again in a moment.');
  const loading = context.loading && provider !== context.provider;
  return { ...context, models: { ...context.models, [provider]: ids }, loading };
}

/** Reads the page's context, which the background has parsed by this adapter's own schema. */
export async function readPage(page: ReadOnlyToolPage): Promise<ModelFilterContext> {
  return (await page.read()) as ModelFilterContext;
}

function notReady(provider: string, what: string): FailedCall {
  return new FailedCall(failure('not_ready', `The models of ${provider} ${what}`, { provider }));
}

/** The provider `named`, or the one in view. Throws a {@link FailedCall} if the page has no provider of that name. */
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
  const more = counted([rest, `${rest} more`]);
  return `It has ${joinWithAnd([...providers.slice(0, MAX_NAMED_PROVIDERS), ...more])}.`;
}

/** Complete rule sets by provider, at most one for each. */
type NewRuleSets = readonly (readonly [provider: string, rules: RuleSet])[];

/**
 * Creates the change of the providers' rules to `wanted`, all or nothing. The page half verifies that the page applied
 * it. `resultWith` returns the result of the change, given a sentence on the saved file for the model, and the effect in a line for
 * the user.
 */
export function rulesChange(
  context: ModelFilterContext,
  wanted: NewRuleSets,
  resultWith: (savedNote: string, forUser: Said) => ToolResult,
  options?: { discard: true },
): FilterChange {
  const from = restorableState(context);
  const drafts = wanted.reduce((rules, [provider, set]) => withRules(rules, provider, set), from.drafts);
  const unsaved = unsavedProviders({ drafts, saved: context.saved });
  const isUnsaved = wanted.some(([provider]) => unsaved.includes(provider));
  const misnamed = wanted.flatMap(([provider, set]) =>
    // The names of models that are not loaded are unknown, so rules are not compared with them.
    misnamedRules(rulesOf(from.drafts, provider), set, loadedModels(context, provider) ?? []),
  );
  const notes = misnamed.map(
    ({ rule, literal }) =>
      `${rule} doesn’t match the model of that name; use ${literal}, as brackets are wildcards.`,
  );
  const saved = isUnsaved ? 'Not saved yet.' : 'The saved file already has it so.';
  const effect = allChanges(
    wanted.flatMap(([provider, rules]) => {
      const ids = loadedModels(context, provider);
      return ids === null ? [] : [visibilityChange(ids, rulesOf(from.drafts, provider), rules)];
    }),
  );
  const state = say(isUnsaved ? 'kit.result.notSaved' : 'model-filter.result.asSaved');
  const result = resultWith([...notes, saved].join(' '), factsInLine(changeFacts(effect), state));
  const discards = options?.discard ? { discards: (context.discards ?? 0) + 1 } : {};
  return {
    after: { ...context, drafts, ...discards },
    misnamed,
    step: { operation: 'apply', from, to: { ...from, drafts }, ...options },
    report: (done) => (done.success ? result : operationFailure(done, 'page_refused')),
  };
}
