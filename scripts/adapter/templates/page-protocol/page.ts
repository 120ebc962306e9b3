import { createPageProtocolClient, identifyPage, subscribeToPage } from '@/src/adapters/kit/page-protocol';
import { createSmallHalf } from '@/src/adapters/kit/small-half';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { JsonObject } from '@/src/schema/values/json';
import {
  computeCall,
  restorableState,
  type TemplateAdapterContext,
  type TemplateAdapterState,
} from '../compute-call';
import { pageProblem } from '../page-problem';
import { templateAdapterSign } from '../sign';

/** Requests state and changes from a page that implements the page protocol (docs/page-protocol.md). */
export function createTemplateAdapterPage(document: Document): PageHalf {
  const client = createPageProtocolClient(document);

  async function send(type: string, body: JsonObject, signal: AbortSignal): Promise<unknown> {
    const answer = await client.request(type, body, { timeoutMs: 10_000, signal });
    if (answer.ok) return answer.result;
    const { message } = answer;
    throw pageProblem(type === 'get-state' ? 'page-protocol' : 'state-refused', {
      details: message,
      reason: message,
    });
  }

  // The background parses the context by contextSchema.
  const read = async (signal: AbortSignal) =>
    ((await send('get-state', {}, signal)) as { state: TemplateAdapterContext }).state;

  const stateHalf = createSmallHalf<TemplateAdapterContext, TemplateAdapterState>(
    {
      id: 'template-adapter',
      read,
      restorableState,
      computeCall,
      async write(state, signal) {
        await send('apply-state', { state, ifRevision: null }, signal);
      },
      // [saved
      async commit(_tool, _args, signal) {
        await send('action', { name: 'save', args: {}, ifRevision: null }, signal);
      },
      // saved]
    },
    [
      // [saved
      'save_switches',
      // saved]
    ],
  );
  return {
    ...stateHalf,
    detect: async (signal) =>
      templateAdapterSign.isIn(document) ? identifyPage(client, 'template-adapter', signal) : null,
    subscribe: (onChange, signal) => subscribeToPage(client, onChange, signal),
  };
}
