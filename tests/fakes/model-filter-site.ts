import { createAdapterHost } from '@/entrypoints/content/adapter-host';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { createPageProtocolClient } from '@/src/adapters/page-protocol-client';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { fromErrorInfo } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { PagePort } from '@/src/core/loop/ports';
import type { ToolDefinition, ToolResult } from '@/src/core/tools/tool-definition';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import { createFakeModelFilterPage, type FakeModelFilterPage } from './model-filter-page';

/** A tool that the adapter doesn't have, with what it does to the page. */
export interface ExtraTool {
  definition: ToolDefinition;
  run(page: FakeModelFilterPage): ToolResult;
}

/**
 * The whole model-filter adapter over a page in memory, as the loop sees it: definition, page half and the content
 * script's host are the real ones; only the messages between background and content script are left out.
 */
export function createModelFilterSite(
  document: Document,
  initial: ModelFilterContext,
  extras: readonly ExtraTool[] = [],
) {
  const page = createFakeModelFilterPage(document, initial);
  const half = createModelFilterPage(createPageProtocolClient(document));
  const host = createAdapterHost({
    halves: [
      {
        ...half,
        async execute(tool, args, signal) {
          const extra = extras.find(({ definition }) => definition.name === tool);
          return extra === undefined ? half.execute(tool, args, signal) : extra.run(page);
        },
      },
    ],
    hash: hashJson,
    extensionId: 'steward',
    notify: () => {},
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
  const port: PagePort = {
    async readContext() {
      const { context, stateHash } = await ask({ type: 'get-context', adapterId });
      return { context: modelFilter.contextSchema.parse(context), stateHash };
    },
    execute: (_chat, request) => ask({ type: 'execute', adapterId, ...request }),
    applyState: (_chat, request) => ask({ type: 'apply-state', adapterId, timeoutMs: 1_000, ...request }),
    async recall(_chat, executionId) {
      const answer = await ask({ type: 'recall', executionId });
      return answer.known ? answer.outcome : null;
    },
  };
  const adapter = {
    ...modelFilter,
    tools: [...modelFilter.tools, ...extras.map(({ definition }) => definition)],
  } as unknown as AdapterDefinition;
  return { adapter, page: port, fake: page };
}
