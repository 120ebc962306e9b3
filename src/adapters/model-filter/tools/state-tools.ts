import { z } from 'zod';
import { assertNever } from '@/src/core/assert-never';
import { joinWithAnd } from '@/src/core/in-words';
import { SAVED_CHANGED } from '@/src/core/records/tool-result';
import { SLOW_TOOL_TIMEOUT_MS } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject } from '@/src/schema/values/is-json-object';
import type { JsonObject } from '@/src/schema/values/json';
import { listChanges } from '../../kit/rule-list/list-changes';
import { counted, countOf, listed } from '../../kit/tool-results';
import { modelName } from '../matcher';
import {
  differingProviders,
  loadedModels,
  type ModelFilterContext,
  normalisedRules,
  type RuleKind,
  restorableState,
  rulesOf,
  sameRules,
  unsavedProviders,
} from '../model-filter-context';
import type { PageAccess } from '../page-access';
import { changeRules, knownProvider } from './provider-view';
import { changeData, changeInWords, visibilityChange } from './rule-effect';
import {
  ASKS,
  FailedCall,
  failure,
  type ModelFilterTool,
  namedProvider,
  onlyProvider,
  PAGED_BY,
  pageWords,
  tool,
  writeFailure,
} from './tool-parts';

/** The tools for the provider in view, and for the saved rules. */
export const stateTools: readonly ModelFilterTool[] = [
  tool(
    {
      name: 'switch_provider',
      description:
        'Brings another provider into view. Unsaved rules of every provider are kept. Not needed to work on another provider: the other tools have a parameter for it. Fails with provider_not_found, with near names.',
      input: z.strictObject({ provider: namedProvider }),
      effect: 'navigate',
      timeoutMs: SLOW_TOOL_TIMEOUT_MS,
    },
    switchProvider,
  ),
  tool(
    {
      name: 'refresh_models',
      description:
        'Makes the proxy fetch a provider’s models again. Returns their number and the models that are new or gone. Fails with not_ready if that is not possible now.',
      input: onlyProvider,
      effect: 'navigate',
      timeoutMs: SLOW_TOOL_TIMEOUT_MS,
      pagedBy: PAGED_BY,
    },
    refreshModels,
  ),
  tool(
    {
      name: 'save_changes',
      description:
        'Saves the rules of every provider to the proxy’s file, and reports if the proxy applies them already. A save can’t be undone, so the user is asked first; call it only when they want to save. Fails with nothing_to_save if the file matches already, and with saved_changed, naming the differences, if somebody else changed the file since: then nothing is saved, and a second call would replace what they wrote.',
      question: 'Write the rules that the page shows, for every provider, to the proxy’s file?',
      input: z.strictObject({}),
      effect: 'commit',
      timeoutMs: SLOW_TOOL_TIMEOUT_MS,
    },
    saveChanges,
  ),
  tool(
    {
      name: 'discard_changes',
      description:
        'Drops unsaved rules, so that the page shows the saved ones again. The user is asked first. Returns the providers concerned and the models whose visibility changed. Fails with nothing_to_discard.',
      question: 'Drop the unsaved rules and show the saved ones again?',
      input: z.strictObject({
        provider: namedProvider
          .optional()
          .describe('One of the page’s providers; without it every provider.'),
      }),
      ...ASKS,
    },
    discardChanges,
  ),
];

async function switchProvider(page: PageAccess, { provider }: { provider: string }): Promise<ToolResult> {
  const seen = await page.read();
  knownProvider(seen, provider);
  const write = await page.act(restorableState(seen), { name: 'switch-provider', args: { provider } });
  if (write.outcome === 'page-changed') throw writeFailure(write, 'page_refused');
  const context = await page.read();
  const isInView = context.provider === provider;
  if (write.outcome === 'refused' && isInView) {
    return failure(
      'not_ready',
      `The page shows ${provider} now, but its models could not be loaded: ${pageWords(write.message)} Use refresh_models to try again.`,
      { provider },
    );
  }
  if (write.outcome === 'refused') throw writeFailure(write, 'page_refused');
  if (!isInView) {
    return failure(
      'not_applied',
      `The page reported a switch to ${provider}, but shows ${context.provider}. Look at its state before going on.`,
      { provider },
    );
  }
  const count = loadedModels(context, provider)?.length ?? 0;
  const unsaved = unsavedProviders(context);
  const verb = seen.provider === provider ? 'still shows' : 'shows';
  const note = unsaved.length === 0 ? '' : ` Unsaved changes are kept: ${joinWithAnd(unsaved)}.`;
  return {
    success: true,
    message: `The page ${verb} ${provider}, ${countOf(count, 'model')}.${note}`,
    data: { provider, count, unsaved_providers: unsaved },
  };
}

async function refreshModels(
  page: PageAccess,
  { provider: wanted }: z.output<typeof onlyProvider>,
): Promise<ToolResult> {
  const context = await page.read();
  const provider = knownProvider(context, wanted);
  const write = await page.act(null, { name: 'refresh', args: { provider } });
  const after = write.outcome === 'done' ? loadedModels(await page.read(), provider) : null;
  if (after === null) {
    const why = write.outcome === 'refused' ? `: ${pageWords(write.message)}` : '.';
    return failure(
      'not_ready',
      `The models of ${provider} could not be fetched${why} Try again, or look at the proxy.`,
      { provider },
    );
  }
  const known = loadedModels(context, provider);
  const before = known ?? after;
  const came = missingIn(before, after);
  const went = missingIn(after, before);
  const difference =
    known === null
      ? 'loaded for the first time'
      : came.length + went.length === 0
        ? 'none came or went'
        : counted([came.length, `${came.length} new`], [went.length, `${went.length} gone`]).join(', ');
  return {
    success: true,
    message: `${provider} has ${countOf(after.length, 'model')}: ${difference}.`,
    data: {
      provider,
      new_count: after.length,
      ...listed('new_models', came),
      ...listed('gone_models', went),
    },
  };
}

/** The names of the models that the second list has and the first doesn't. */
function missingIn(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(ids);
  return others.filter((id) => !known.has(id)).map(modelName);
}

/** When the proxy applies the saved rules, as the page reports it. */
type Effective = 'now' | 'after-restart' | 'unknown';

/**
 * Has the page read the proxy's file again, write its rules there if the file still holds the rules that the save is to
 * replace, and then verifies the file. The step names the saved rules that it replaces, so that an approved save can't
 * overwrite any others.
 */
async function saveChanges(page: PageAccess): Promise<ToolResult> {
  const seen = await page.read();
  const providers = unsavedProviders(await rereadSaved(page, seen));
  if (providers.length === 0) {
    return failure('nothing_to_save', 'The saved file already matches the page; nothing was written.');
  }
  const write = await page.act(restorableState(seen), {
    name: 'save',
    args: { replaces: normalisedRules(seen.saved) },
  });
  if (write.outcome === 'refused' && write.code === 'saved-changed') {
    return savedChanged(seen, await rereadSaved(page, seen), []);
  }
  if (write.outcome !== 'done') throw writeFailure(write, 'save_failed');
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

/** Has the page read the proxy's file. Throws a {@link FailedCall} if the saved rules differ from those in `seen`. */
async function rereadSaved(page: PageAccess, seen: ModelFilterContext): Promise<ModelFilterContext> {
  const write = await page.act(null, { name: 'read-saved', args: {} });
  if (write.outcome !== 'done') throw writeFailure(write, 'save_failed');
  const context = await page.read();
  const elsewhere = changedElsewhere(seen, context, write.result);
  if (elsewhere.length > 0) throw new FailedCall(savedChanged(seen, context, elsewhere));
  return context;
}

/** The providers whose saved rules changed: those that the page reports, and those whose rules differ in its state. */
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

function effectiveOf(result: unknown): Effective {
  const reported = isJsonObject(result) ? result.effective : null;
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

async function discardChanges(
  page: PageAccess,
  { provider }: z.output<typeof onlyProvider>,
): Promise<ToolResult> {
  const context = await page.read();
  if (provider !== undefined) knownProvider(context, provider);
  const providers = unsavedProviders(context).filter((each) => provider === undefined || each === provider);
  if (providers.length === 0) {
    return failure(
      'nothing_to_discard',
      `The page already shows the saved rules${provider === undefined ? '' : ` of ${provider}`}; there is nothing to discard.`,
    );
  }
  const wanted = providers.map((each) => [each, rulesOf(context.saved, each)] as const);
  await changeRules(page, context, wanted, { discard: true });
  const changes = wanted.flatMap(([each, rules]) => {
    const ids = loadedModels(context, each);
    return ids === null
      ? []
      : [{ each, change: visibilityChange(ids, rulesOf(context.drafts, each), rules) }];
  });
  const unknown = providers.filter((each) => loadedModels(context, each) === null);
  const effect = changes.length === 0 ? '' : `: ${changeInWords(...changes.map(({ change }) => change))}`;
  return {
    success: true,
    message: [
      `Discarded the unsaved changes of ${joinWithAnd(providers)}${effect}. The page shows the saved rules again.`,
      ...(unknown.length === 0
        ? []
        : [`The models of ${joinWithAnd(unknown)} aren’t loaded, so the effect there isn’t known.`]),
    ].join(' '),
    data: {
      providers,
      changes: changes.map(({ each, change }) => ({ provider: each, ...changeData(change) })),
    },
  };
}

/** The difference of a provider's saved rules between two contexts, in the `data` of a result. */
function savedDifference(
  before: ModelFilterContext,
  after: ModelFilterContext,
  provider: string,
): JsonObject {
  const difference = (list: RuleKind): JsonObject => {
    const changes = listChanges(rulesOf(before.saved, provider)[list], rulesOf(after.saved, provider)[list]);
    const patterns = (kind: 'added' | 'removed') =>
      changes.flatMap((change) => (change.kind === kind ? [change.pattern] : []));
    return {
      added: patterns('added'),
      removed: patterns('removed'),
      reordered: changes.some((change) => change.kind === 'modified'),
    };
  };
  return { provider, ignore: difference('ignore'), whitelist: difference('whitelist') };
}
