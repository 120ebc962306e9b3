import { createAdapterHost } from '@/entrypoints/content/adapter-host';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { createPageProtocolClient } from '@/src/adapters/page-protocol-client';
import { toolRunners } from '@/src/adapters/tool-runners';
import { withToolRunners } from '@/src/background/with-tool-runners';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { fromErrorInfo } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { PagePort } from '@/src/core/loop/ports';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import { createFakeModelFilterPage } from './model-filter-page';
import { noPageLock } from './no-page-lock';

/**
 * The whole model-filter adapter over a page in memory, as the loop sees it: definition, tools, page half and the
 * content script's host are the real ones; only the messages between background and content script are left out.
 */
export function createModelFilterSite(document: Document, initial: ModelFilterContext) {
  const page = createFakeModelFilterPage(document, initial);
  const host = createAdapterHost({
    halves: [createModelFilterPage(createPageProtocolClient(document))],
    hash: hashJson,
    extensionId: 'steward',
    notify: () => {},
    pageLock: noPageLock,
  });

  async function ask<Type extends PageRequest['type']>(
    request: Extract<PageRequest, { type: Type }>,
  ): Promise<PageAnswers[Type]> {
    const reply = (await host.handleMessage({ channel: PAGE_CHANNEL, request }, { id: 'steward' })) as Reply<
      PageAnswers[Type]
    >;
    if (!reply.ok) throw fromErrorInfo(reply.error);
    return reply.value;
  }

  const adapterId = modelFilter.id;
  const readContext: PagePort['readContext'] = async () => {
    const { context, stateHash } = await ask({ type: 'get-context', adapterId });
    return { context: modelFilter.contextSchema.parse(context), stateHash };
  };
  const withTools = withToolRunners(
    { readContext, execute: (_chat, request) => ask({ type: 'execute', adapterId, ...request }) },
    toolRunners,
  );
  const port: PagePort = {
    ...withTools,
    applyState: (_chat, request) => ask({ type: 'apply-state', adapterId, timeoutMs: 1_000, ...request }),
    async recall(_chat, executionId) {
      const answer = await ask({ type: 'recall', executionId });
      return answer.known ? answer.outcome : null;
    },
  };
  return { adapter: modelFilter as unknown as AdapterDefinition, page: port, fake: page };
}
