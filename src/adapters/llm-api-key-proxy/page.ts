import type { PageDetector } from '@/src/core/adapter/page-half';
import { managesAnother } from '../kit/watch-requests';
import { watchFilters } from './watch-filters';

/** The page's title in every language. */
const TITLE = 'LLM API Proxy';
const PATH = /^\/ui(\/|$)/;
/** The page keeps the address of another server here, if the user signed in to one. Its key beside it is not read. */
const OTHER_SERVER = 'proxy_base_url';

/**
 * Recognizes the web UI of LLM-API-Key-Proxy. Its state is read over the admin API from the background (`service.ts`); this
 * half only notices when it may have changed: the user comes back to the page or goes to another part of it, the page
 * sent requests about it, or shows other filters.
 */
export function createLlmProxyPage(document: Document): PageDetector {
  return {
    id: 'llm-api-key-proxy',
    async detect() {
      const { location, title } = document;
      if (!PATH.test(location.pathname) || title !== TITLE) return null;
      const other = otherServer(location.origin, managedBase(document));
      if (other !== null) throw managesAnother(other, 'web UI');
      return { instanceId: `${location.origin}/ui`, title: 'LLM-API-Key-Proxy' };
    },
    subscribe: (onChange, signal) => watchFilters(document, onChange, signal),
  };
}

/** The address that the page keeps; empty if it keeps none. */
function managedBase({ defaultView }: Document): string {
  try {
    return defaultView?.localStorage.getItem(OTHER_SERVER) ?? '';
  } catch {
    // The browser blocks the site's storage, so that the page can't keep an address either.
    return '';
  }
}

/** The server that the page manages, if it isn't the one that it came from. */
function otherServer(origin: string, base: string): string | null {
  if (base.trim() === '') return null;
  // A relative address is one of the page's own server.
  if (!URL.canParse(base, origin)) return base;
  const { origin: managed } = new URL(base, origin);
  return managed === origin ? null : managed;
}
