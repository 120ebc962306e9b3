import { listValues } from '@/src/adapters/kit/named-values';
import { pageProblem } from '@/src/adapters/kit/page-elements';
import { createSmallPage } from '@/src/adapters/kit/small-page';
import { identityOf, matchesUrl } from '@/src/adapters/kit/url-match';
import { pollChanges } from '@/src/adapters/kit/watch-page';
import type { PlannedCall } from '@/src/core/adapter/adapter-definition';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { Json, JsonObject } from '@/src/schema/values/json';

/** The addresses of the pages, and the element that only they have. */
const PAGES = 'https://template.example/switches*';
const MAIN = 'main[data-page="switches"]';

/** By name: true if on. */
export type Switches = { [name: string]: boolean };
/** The part that a checkpoint restores. */
export type TemplateRestState = { switches: Switches };
/** The whole page. */
export type TemplateRestContext = {
  switches: Switches;
  // [saved
  /** As they were saved last. */
  saved: Switches;
  // saved]
};

export const restorableState = ({ switches }: TemplateRestContext): TemplateRestState => ({ switches });

/** Computes a call that changes something: for its preview, and before it is made. */
export function planTool(
  context: TemplateRestContext,
  tool: string,
  { name, on }: JsonObject,
): PlannedCall<TemplateRestContext> {
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

/** Reads and changes the page's data over the page's own API, with the user's session. */
export function createTemplateRestPage(document: Document): PageHalf {
  /** Same origin only, so that the browser adds the session's cookies. Rejects with `state-refused` if the server refuses. */
  async function send(method: string, path: string, body: Json, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(new URL(path, document.URL), {
      method,
      signal,
      ...(body !== null && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }).catch((cause: unknown) => {
      throw pageProblem(method === 'GET' ? 'page-protocol' : 'state-refused', `No answer: ${cause}`);
    });
    if (response.ok) return response.json();
    const code = method === 'GET' ? 'page-protocol' : 'state-refused';
    throw pageProblem(code, `The page’s server answered ${response.status}.`);
  }

  // The background checks it by contextSchema.
  const read = async (signal: AbortSignal) =>
    (await send('GET', '/api/switches', null, signal)) as TemplateRestContext;

  return createSmallPage<TemplateRestContext, TemplateRestState>(
    {
      id: 'template-rest',
      async detect() {
        const isPage = matchesUrl(PAGES, document.URL) && document.querySelector(MAIN) !== null;
        return isPage ? identityOf(document, 'site') : null;
      },
      read,
      restorableState,
      planTool,
      async write({ switches }, signal) {
        const now = await read(signal);
        for (const [name, isOn] of Object.entries(now.switches)) {
          if (!Object.hasOwn(switches, name)) throw pageProblem('state-refused', `${name} is new.`);
          if (isOn === switches[name]) continue;
          await send('PUT', `/api/switches/${encodeURIComponent(name)}`, switches[name] === true, signal);
        }
      },
      // [saved
      async commit(_tool, _args, signal) {
        await send('POST', '/api/save', {}, signal);
      },
      // saved]
      look: ({ switches }, _tool, { offset }) => listValues(switches, Number(offset ?? 0)),
      watch: (onChange, signal) => pollChanges(read, 2_000, onChange, signal),
    },
    [
      // [saved
      'save_switches',
      // saved]
    ],
  );
}
