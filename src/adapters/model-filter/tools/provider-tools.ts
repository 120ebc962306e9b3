import { z } from 'zod';
import { joinWithAnd } from '@/src/core/in-words';
import { SLOW_TOOL_TIMEOUT_MS } from '@/src/core/tools/tool-definition';
import { countOf, listed } from '../../kit/tool-results';
import { modelName } from '../matcher';
import { loadedModels, restorableState, unsavedProviders } from '../model-filter-context';
import { declareTool, type ImplementationOf } from './declare-tool';
import { namedProvider, onlyProvider } from './input-parts';
import { PAGED_BY } from './paged-by';
import { providerNotFound } from './provider-view';
import { failure, pageWords, writeFailure } from './tool-results';

export const switchProviderTool = declareTool({
  name: 'switch_provider',
  description:
    'Brings another provider into view. Unsaved rules of every provider are kept. Not needed to work on another provider: the other tools have a parameter for it. Fails with provider_not_found, with near names.',
  input: z.strictObject({ provider: namedProvider }),
  effect: 'navigate',
  timeoutMs: SLOW_TOOL_TIMEOUT_MS,
});

export const refreshModelsTool = declareTool({
  name: 'refresh_models',
  description:
    'Makes the proxy fetch a provider’s models again. Returns their number and the models that are new or gone. Fails with not_ready if that is not possible now.',
  input: onlyProvider,
  effect: 'navigate',
  timeoutMs: SLOW_TOOL_TIMEOUT_MS,
  pagedBy: PAGED_BY,
});

export const switchProvider: ImplementationOf<typeof switchProviderTool> = async (page, { provider }) => {
  const seen = await page.read();
  if (!seen.providers.includes(provider)) return providerNotFound(seen, provider);
  const write = await page.act(restorableState(seen), { name: 'switch-provider', args: { provider } });
  if (write.outcome === 'page-changed') return writeFailure(write, 'page_refused');
  const context = await page.read();
  const isInView = context.provider === provider;
  if (write.outcome === 'refused' && isInView) {
    return failure(
      'not_ready',
      `The page shows ${provider} now, but its models could not be loaded: ${pageWords(write.message)} Use refresh_models to try again.`,
      { provider },
    );
  }
  if (write.outcome === 'refused') return writeFailure(write, 'page_refused');
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
};

export const refreshModels: ImplementationOf<typeof refreshModelsTool> = async (page, args) => {
  const context = await page.read();
  const { provider = context.provider } = args;
  if (!context.providers.includes(provider)) return providerNotFound(context, provider);
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
        : [
            ...(came.length > 0 ? [`${came.length} new`] : []),
            ...(went.length > 0 ? [`${went.length} gone`] : []),
          ].join(', ');
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
};

/** The names of the models that the second list has and the first doesn't. */
function missingIn(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(ids);
  return others.filter((id) => !known.has(id)).map(modelName);
}
