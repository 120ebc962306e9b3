import { adapters } from '@/src/adapters';
import { toolRunners } from '@/src/adapters/background';
import { withinLimit } from '@/src/background/page/page-limits';
import { withToolRunners } from '@/src/background/page/with-tool-runners';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { fromErrorInfo } from '@/src/core/errors';
import type { TokenChecker } from '@/src/core/policy/write-tokens';
import type { PagePort } from '@/src/core/ports/page-port';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import type { Json } from '@/src/schema/values/json';
import { guardedPage } from './guarded-page';
import { hostOf } from './page-adapter';

/**
 * An adapter with a page, as the loop uses it. Definition, tools, page half and the content script's host are the real ones; only the
 * messages between background and content script are left out. `isNewest`: true if the page still has this context.
 */
export function siteOf(
  adapter: AdapterDefinition,
  half: PageHalf,
  document: Document,
  isNewest: (context: Json) => boolean,
) {
  const host = hostOf(half, document, 'steward');

  async function ask<Type extends PageRequest['type']>(
    request: Extract<PageRequest, { type: Type }>,
    signal: AbortSignal | undefined,
  ): Promise<PageAnswers[Type]> {
    return withinLimit(answer(request), { limitMs: 60_000, signal, graceMs: 0 }, () => {
      throw new Error('a fake page has no time limits');
    });
  }

  async function answer<Type extends PageRequest['type']>(
    request: Extract<PageRequest, { type: Type }>,
  ): Promise<PageAnswers[Type]> {
    const reply = (await host.handleMessage({ channel: PAGE_CHANNEL, request }, { id: 'steward' })) as Reply<
      PageAnswers[Type]
    >;
    if (!reply.ok) throw fromErrorInfo(reply.error);
    return reply.value;
  }

  const adapterId = adapter.id;
  const readContext: PagePort['readContext'] = async (_chat, signal) => {
    const { context, stateHash, ...look } = await ask({ type: 'get-context', adapterId }, signal);
    const source = { page: 'tab:1', ...look, askedAtMs: Date.now() };
    return { context: adapter.contextSchema.parse(context), stateHash, source };
  };
  const link: PagePort = {
    readContext,
    isNewest: ({ context }) => isNewest(context),
    placeOf: async () => ({ origin: `http://${adapterId}.test`, tabId: 1 }),
    query: (_chat, { executionId, tool, args, timeoutMs }, signal) =>
      ask({ type: 'query', adapterId, executionId, tool, args, timeoutMs }, signal),
    execute: (_chat, { token, executionId, tool, args, timeoutMs }, signal) => {
      const { expected } = token;
      const sentAtMs = Date.now();
      return ask(
        { type: 'execute', adapterId, executionId, tool, args, timeoutMs, expected, sentAtMs },
        signal,
      );
    },
    applyState: (_chat, { executionId, state, token }, signal) => {
      const { expected } = token;
      const sentAtMs = Date.now();
      const timeoutMs = 1_000;
      return ask(
        { type: 'apply-state', adapterId, executionId, state, timeoutMs, expected, sentAtMs },
        signal,
      );
    },
    recall: (_chat, executionId, signal) => ask({ type: 'recall', executionId }, signal),
  };
  const registry = createAdapterRegistry(adapters);
  return {
    adapter,
    /** The page without the token check; dry runs read it. */
    link,
    page: withToolRunners(link, toolRunners, registry),
    /** The same page with the token check. */
    guardedBy: (tokens: TokenChecker) => withToolRunners(guardedPage(link, tokens), toolRunners, registry),
  };
}
