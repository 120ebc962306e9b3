import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { fromErrorInfo, StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { PagePort } from '@/src/core/ports/page-port';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import { pageReplySchemas } from '@/src/messages/page-answers';
import type { OpenedPage } from './open-page';

/** The opened page as the loop reaches it: over the real adapter host, with answers parsed by the real schemas. */
export function createPagePort(
  adapter: AdapterDefinition,
  opened: Pick<OpenedPage, 'kit' | 'origin'>,
): PagePort {
  const adapterId = adapter.id;

  async function send<Type extends keyof typeof pageReplySchemas>(
    request: Extract<PageRequest, { type: Type }>,
  ): Promise<PageAnswers[Type]> {
    const reply = pageReplySchemas[request.type as Type].parse(await opened.kit('request', request));
    if (!reply.ok) throw fromErrorInfo(reply.error);
    return reply.value as PageAnswers[Type];
  }

  return {
    isNewest: () => false,
    async readContext() {
      const { context: unparsed, document, order } = await send({ type: 'get-context', adapterId });
      const parsed = adapter.contextSchema.safeParse(unparsed);
      if (!parsed.success) {
        throw new StewardError('page-protocol', `The context does not fit contextSchema: ${parsed.error}`, {
          remedy: 'Correct the schema or the page half.',
        });
      }
      const stateHash = hashJson(adapter.restorableState(parsed.data));
      return {
        context: parsed.data,
        stateHash,
        source: { page: 'kit', document, order, askedAtMs: Date.now() },
      };
    },
    placeOf: async () => ({ origin: opened.origin, tabId: 1 }),
    query: (_chat, { executionId, tool, args, timeoutMs }): Promise<ExecutionOutcome> =>
      send({ type: 'query', adapterId, executionId, tool, args, timeoutMs }),
    execute: (_chat, { executionId, tool, args, timeoutMs, token }): Promise<ExecutionOutcome> =>
      send({
        type: 'execute',
        adapterId,
        executionId,
        tool,
        args,
        timeoutMs,
        expected: token.expected,
        sentAtMs: Date.now(),
      }),
    applyState: (_chat, { executionId, state, token }) =>
      send({
        type: 'apply-state',
        adapterId,
        executionId,
        state,
        timeoutMs: 10_000,
        expected: token.expected,
        sentAtMs: Date.now(),
      }),
    recall: (_chat, executionId) => send({ type: 'recall', executionId }),
  };
}
