import { identifyPage, subscribeToPage } from '@/src/adapters/kit/identify-page';
import { listValues } from '@/src/adapters/kit/named-values';
import { pageProblem } from '@/src/adapters/kit/page-elements';
import { createPageProtocolClient } from '@/src/adapters/kit/page-protocol';
import { createSmallPage } from '@/src/adapters/kit/small-page';
import { matchesUrl } from '@/src/adapters/kit/url-match';
import type { PlannedCall } from '@/src/core/adapter/adapter-definition';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { JsonObject } from '@/src/schema/values/json';

/** The addresses of the pages. */
const PAGES = 'https://template.example/switches*';

/** By name: true if on. */
export type Switches = { [name: string]: boolean };
/** The part that a checkpoint restores. */
export type TemplatePageProtocolState = { switches: Switches };
/** The whole page. */
export type TemplatePageProtocolContext = {
  switches: Switches;
  // [saved
  /** As they were saved last. */
  saved: Switches;
  // saved]
};

export const restorableState = ({ switches }: TemplatePageProtocolContext): TemplatePageProtocolState => ({
  switches,
});

/** Computes a call that changes something: for its preview, and before it is made. */
export function planTool(
  context: TemplatePageProtocolContext,
  tool: string,
  { name, on }: JsonObject,
): PlannedCall<TemplatePageProtocolContext> {
  // [saved
  if (tool === 'save_switches') {
    return { kind: 'change', after: { ...context, saved: context.switches }, message: 'Saved the switches.' };
  }
  // saved]
  if (tool !== 'set_switch' || typeof name !== 'string' || !Object.hasOwn(context.switches, name)) {
    const message = `The page has no switch ${JSON.stringify(name)}.`;
    return { kind: 'failure', result: { success: false, message, error_code: 'not_found' } };
  }
  const switches = { ...context.switches, [name]: on === true };
  return { kind: 'change', after: { ...context, switches }, message: `Set ${name} to ${on}.` };
}

/** Requests state and changes from a page that speaks the page protocol (docs/page-protocol.md). */
export function createTemplatePageProtocolPage(document: Document): PageHalf {
  const client = createPageProtocolClient(document);

  async function send(type: string, body: JsonObject, signal: AbortSignal): Promise<unknown> {
    const answer = await client.request(type, body, { timeoutMs: 10_000, signal });
    if (answer.ok) return answer.result;
    throw pageProblem(type === 'get-state' ? 'page-protocol' : 'state-refused', answer.message);
  }

  // The background checks it by contextSchema.
  const read = async (signal: AbortSignal) =>
    ((await send('get-state', {}, signal)) as { state: TemplatePageProtocolContext }).state;

  return createSmallPage<TemplatePageProtocolContext, TemplatePageProtocolState>(
    {
      id: 'template-page-protocol',
      detect: async (signal) =>
        matchesUrl(PAGES, document.URL) ? identifyPage(client, 'template-page-protocol', signal) : null,
      read,
      restorableState,
      planTool,
      async write(state, signal) {
        await send('apply-state', { state, ifRevision: null }, signal);
      },
      // [saved
      async commit(_tool, _args, signal) {
        await send('action', { name: 'save', args: {}, ifRevision: null }, signal);
      },
      // saved]
      look: ({ switches }, _tool, { offset }) => listValues(switches, Number(offset ?? 0)),
      watch: (onChange, signal) => subscribeToPage(client, onChange, signal),
    },
    [
      // [saved
      'save_switches',
      // saved]
    ],
  );
}
