import { z } from 'zod';
import { SAVED_CHANGED } from '@/src/core/records/tool-result';
import { joinWithAnd } from '@/src/core/text/join-texts';
import { SLOW_TOOL_TIMEOUT_MS } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { factsInLine, type Said, say } from '@/src/schema/values/said';
import type { ReadOnlyToolPage } from '../../kit/calls';
import { listChanges } from '../../kit/rules/list-changes';
import { modelName } from '../../kit/rules/matcher';
import {
  differingProviders,
  normalisedRules,
  type RuleKind,
  rulesOf,
  sameRules,
} from '../../kit/rules/provider-rules';
import { counted, countOf, LIST_MODELS, listed, success } from '../../kit/tool-results';
import { without } from '../../kit/without';
import {
  loadedModels,
  type ModelFilterContext,
  restorableState,
  unsavedProviders,
} from '../model-filter-context';
import { action } from '../page-operation';
import { knownProvider, readPage, rulesChange } from './provider-view';
import { changeData, changeInWords, visibilityChange } from './rule-effect';
import {
  ASKS,
  failure,
  type ModelFilterTool,
  onlyProvider,
  operationFailure,
  pageWords,
  providerName,
  refusalOf,
  tool,
} from './tool-parts';

/** The tools for the provider in view and for the saved rules. */
export const stateTools: readonly ModelFilterTool[] = [
  tool(
    {
      name: 'switch_provider',
      line: 'model-filter.call.switchProvider',
      description: 'Brings a provider into view. Unsaved rules stay.',
      input: z.strictObject({ provider: providerName.describe('Its name.') }),
      effect: 'navigate',
      timeoutMs: SLOW_TOOL_TIMEOUT_MS,
    },
    (context, { provider }) => {
      knownProvider(context, provider);
      return {
        after: { ...context, provider, loading: false, error: null },
        step: action(restorableState(context), 'switch-provider', { provider }),
        report: (done, page) => reportSwitch(context.provider, provider, done, page),
      };
    },
  ),
  tool(
    {
      name: 'refresh_models',
      line: 'model-filter.call.refreshModels',
      description: 'Makes the proxy fetch a provider’s models again.',
      input: onlyProvider,
      effect: 'navigate',
      timeoutMs: SLOW_TOOL_TIMEOUT_MS,
      readWith: LIST_MODELS,
    },
    (context, { provider: wanted }) => {
      const provider = knownProvider(context, wanted);
      return {
        after: context,
        step: action(null, 'refresh', { provider }),
        report: (done, page) => reportRefresh(loadedModels(context, provider), provider, done, page),
      };
    },
  ),
  tool(
    {
      name: 'save_changes',
      line: 'model-filter.call.saveChanges',
      description:
        'Saves the rules of all providers. Fails with saved_changed if others changed the file: a second call overwrites that.',
      question: say('model-filter.question.save'),
      input: z.strictObject({}),
      effect: 'commit',
      timeoutMs: SLOW_TOOL_TIMEOUT_MS,
    },
    (context) => {
      // Writes the page's rules to the proxy's file, if the file still contains the rules that the save is to
      // replace, and verifies the file afterwards. The step names the saved rules that it replaces, so that an
      // approved save cannot overwrite any others.
      const providers = unsavedProviders(context);
      if (providers.length === 0) {
        return failure('nothing_to_save', 'The saved file already matches the page; nothing was written.');
      }
      return {
        after: { ...context, saved: normalisedRules(context.drafts) },
        step: action(restorableState(context), 'save', { replaces: normalisedRules(context.saved) }),
        report: (done, page) => reportSave(context, providers, done, page),
      };
    },
  ),
  tool(
    {
      name: 'discard_changes',
      line: 'model-filter.call.discardChanges',
      description: 'Drops unsaved rules.',
      question: say('model-filter.question.discard'),
      input: z.strictObject({
        provider: providerName.optional().describe('Default: all.'),
      }),
      ...ASKS,
    },
    (context, { provider }) => {
      if (provider !== undefined) knownProvider(context, provider);
      const providers = unsavedProviders(context).filter(
        (each) => provider === undefined || each === provider,
      );
      if (providers.length === 0) {
        return failure(
          'nothing_to_discard',
          `The page already shows the saved rules${provider === undefined ? '' : ` of ${provider}`}; there is nothing to discard.`,
        );
      }
      const wanted = providers.map((each) => [each, rulesOf(context.saved, each)] as const);
      const changes = wanted.flatMap(([each, rules]) => {
        const ids = loadedModels(context, each);
        return ids === null
          ? []
          : [{ each, change: visibilityChange(ids, rulesOf(context.drafts, each), rules) }];
      });
      const unknown = providers.filter((each) => loadedModels(context, each) === null);
      const effect = changes.length === 0 ? '' : `: ${changeInWords(...changes.map(({ change }) => change))}`;
      const resultWith = (forUser: Said) =>
        success(
          [
            `Discarded the unsaved changes of ${joinWithAnd(providers)}${effect}. The page shows the saved rules again.`,
            ...counted([
              unknown.length,
              `The models of ${joinWithAnd(unknown)} aren’t loaded, so the effect there isn’t known.`,
            ]),
          ].join(' '),
          forUser,
          {
            providers,
            changes: changes.map(({ each, change }) => ({ provider: each, ...changeData(change) })),
          },
        );
      return rulesChange(context, wanted, (_note, forUser) => resultWith(forUser), { discard: true });
    },
  ),
];

async function reportSwitch(
  before: string,
  provider: string,
  done: ToolResult,
  page: ReadOnlyToolPage,
): Promise<ToolResult> {
  if (refusalOf(done) === 'page_changed') return operationFailure(done, 'page_refused');
  const context = await readPage(page);
  const isInView = context.provider === provider;
  if (!done.success && isInView) {
    return failure(
      'not_ready',
      `The page shows ${provider} now, but its models could not be loaded: ${pageWords(done)} Use refresh_models to try again.`,
      { provider },
    );
  }
  if (!done.success) return operationFailure(done, 'page_refused');
  if (!isInView) {
    return failure(
      'not_applied',
      `The page reported a switch to ${provider}, but shows ${context.provider}. Look at its state before going on.`,
      { provider },
    );
  }
  const count = loadedModels(context, provider)?.length ?? 0;
  const unsaved = unsavedProviders(context);
  const verb = before === provider ? 'still shows' : 'shows';
  const note = unsaved.length === 0 ? '' : ` Unsaved changes are kept: ${joinWithAnd(unsaved)}.`;
  return success(
    `The page ${verb} ${provider}, ${countOf(count, 'model')}.${note}`,
    factsInLine(provider, say('model-filter.pageLine.models', { count })),
    {
      provider,
      count,
      unsaved_providers: unsaved,
    },
  );
}

/** The result of a refresh. `loadedBefore` are the models that were loaded before it; null if none were. */
async function reportRefresh(
  loadedBefore: readonly string[] | null,
  provider: string,
  done: ToolResult,
  page: ReadOnlyToolPage,
): Promise<ToolResult> {
  const after = done.success ? loadedModels(await readPage(page), provider) : null;
  if (after === null) {
    const why = done.success || refusalOf(done) === 'page_changed' ? '.' : `: ${pageWords(done)}`;
    return failure(
      'not_ready',
      `The models of ${provider} could not be fetched${why} Try again, or look at the proxy.`,
      { provider },
    );
  }
  const before = loadedBefore ?? after;
  const came = without(after, before).map(modelName);
  const went = without(before, after).map(modelName);
  const difference =
    loadedBefore === null
      ? 'loaded for the first time'
      : came.length + went.length === 0
        ? 'none came or went'
        : counted([came.length, `${came.length} new`], [went.length, `${went.length} gone`]).join(', ');
  return success(
    `${provider} has ${countOf(after.length, 'model')}: ${difference}.`,
    factsInLine(
      say('model-filter.pageLine.models', { count: after.length }),
      say('model-filter.result.refreshed', { came: came.length, gone: went.length }),
    ),
    {
      provider,
      new_count: after.length,
      ...listed('new_models', came),
      ...listed('gone_models', went),
    },
  );
}

/** When the proxy applies the saved rules, as the page reports it, with a sentence for each. */
const EFFECTIVE = {
  now: 'The proxy’s list follows them now.',
  'after-restart': 'The proxy still applies the old rules: restart it to apply the new ones.',
  unknown: 'Whether the proxy’s list follows them couldn’t be checked.',
} as const;

/** The branch of the user's text for each time at which saved rules apply. */
const WHEN = { now: 'now', 'after-restart': 'restart', unknown: 'other' } as const;

async function reportSave(
  before: ModelFilterContext,
  providers: string[],
  done: ToolResult,
  page: ReadOnlyToolPage,
): Promise<ToolResult> {
  if (refusalOf(done) === 'saved-changed') {
    return (await foreignSave(before, page)) ?? savedChanged(before, before, []);
  }
  if (!done.success) return operationFailure(done, 'save_failed');
  const { saved } = await readPage(page);
  const stillUnsaved = providers.filter(
    (provider) => !sameRules(rulesOf(saved, provider), rulesOf(before.drafts, provider)),
  );
  if (stillUnsaved.length > 0) {
    return failure(
      'save_failed',
      `The page reported a save, but the saved file still differs for ${joinWithAnd(stillUnsaved)}. Look at the page before saving again.`,
      { providers: stillUnsaved },
    );
  }
  const effective = effectiveOf(done.data?.result);
  return success(
    `Saved the rules of ${joinWithAnd(providers)}; the proxy’s file now matches the page. ${EFFECTIVE[effective]}`,
    say('model-filter.result.saved', { effective: WHEN[effective] }),
    { providers, effective },
  );
}

/**
 * Makes the page read the proxy's file. Resolves with a failure for the save if the saved rules differ from those in
 * `before` or the file cannot be read; with null if they are equal.
 */
export async function foreignSave(
  before: ModelFilterContext,
  page: ReadOnlyToolPage,
): Promise<ToolResult | null> {
  const done = await page.look(action(null, 'read-saved', {}));
  if (!done.success) return operationFailure(done, 'save_failed');
  const context = await readPage(page);
  const elsewhere = changedElsewhere(before, context, done.data?.result);
  return elsewhere.length === 0 ? null : savedChanged(before, context, elsewhere);
}

/**
 * The providers whose saved rules changed: those that the page reports, and those whose rules differ between the
 * contexts.
 */
function changedElsewhere(before: ModelFilterContext, after: ModelFilterContext, result: unknown): string[] {
  const reported = isJsonObject(result) ? result.changed : [];
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

function effectiveOf(result: unknown): keyof typeof EFFECTIVE {
  const reported = isJsonObject(result) ? result.effective : null;
  return reported === 'now' || reported === 'after-restart' ? reported : 'unknown';
}

/** The differences of a provider's saved rules between two contexts, in the `data` of a result. */
function savedDifference(
  before: ModelFilterContext,
  after: ModelFilterContext,
  provider: string,
): JsonObject {
  const [was, is] = [rulesOf(before.saved, provider), rulesOf(after.saved, provider)];
  const difference = (list: RuleKind): JsonObject => ({
    added: without(is[list], was[list]),
    removed: without(was[list], is[list]),
    reordered: listChanges(was[list], is[list]).some(({ kind }) => kind === 'modified'),
  });
  return { provider, ignore: difference('ignore'), whitelist: difference('whitelist') };
}
