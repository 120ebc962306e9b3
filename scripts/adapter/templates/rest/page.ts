import { identityOf } from '@/src/adapters/kit/page-sign';
import { createSmallHalf } from '@/src/adapters/kit/small-half';
import type { PageHalf } from '@/src/core/adapter/page-half';
import {
  computeCall,
  restorableState,
  type TemplateAdapterContext,
  type TemplateAdapterState,
} from '../compute-call';
import { pageProblem } from '../page-problem';
import { templateAdapterSign } from '../sign';
import { pollChanges } from '../watch-page';
import { idInPath, jsonRequests } from './json-requests';

/** An element that only these pages contain. */
const MAIN = 'main[data-page="switches"]';

/** Reads and changes the page's data over the page's own API, with the user's session. */
export function createTemplateAdapterPage(document: Document): PageHalf {
  const send = jsonRequests(document, () => ({}));

  // The background parses the context by contextSchema.
  const read = async (signal: AbortSignal) =>
    (await send('GET', '/api/switches', null, signal)) as TemplateAdapterContext;

  const stateHalf = createSmallHalf<TemplateAdapterContext, TemplateAdapterState>(
    {
      id: 'template-adapter',
      read,
      restorableState,
      computeCall,
      async write({ switches }, signal, from) {
        const now = await read(signal);
        for (const [name, isOn] of Object.entries(now.switches)) {
          // Only what the call changes: others may have changed the rest meanwhile.
          if (isOn === switches[name] || from.switches[name] === switches[name]) continue;
          if (!Object.hasOwn(switches, name)) throw pageProblem('state-refused', `${name} is new.`);
          const path = `/api/switches/${idInPath(name, 'one segment')}`;
          await send('PUT', path, switches[name] === true, signal);
        }
      },
      // [saved
      async commit(_tool, _args, signal) {
        await send('POST', '/api/save', {}, signal);
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
    async detect() {
      const isPage = templateAdapterSign.isIn(document) && document.querySelector(MAIN) !== null;
      return isPage ? identityOf(document, 'site') : null;
    },
    subscribe: (onChange, signal) => pollChanges(read, 2_000, onChange, signal),
  };
}
