import type { PageDetector } from '@/src/core/adapter/page-half';
import { managesAnother, watchRequests } from '../kit/watch-requests';

/** The page's title in every language (the page sets it itself). */
const TITLE = 'CLI Proxy API Management Center';
const PATH = /\/management\.html$/;
/** Requests with which the page changes exclusions, as they appear in the document's list of loaded resources. */
const CHANGING_REQUEST = /\/v0\/management\/(oauth-excluded-models|oauth-model-alias|[a-z]+-api-key)\b/;

/** Any request to the API of the server that the page manages. Its login form can name another one than the page's own. */
const MANAGEMENT_REQUEST = /^(https?:\/\/[^/]+).*\/v0\/management\//;

/**
 * Recognizes CLIProxyAPI's management page. Its state is read over the management API from the background (`service.ts`),
 * because a page may not see the management key; this half only notices when it may have changed: the user comes back to
 * the page, or the page sent requests about exclusions, or to another server than before.
 */
export function createCliProxyPage(document: Document): PageDetector {
  /** The server of the page's newest request; null before the page is watched. */
  let managed: string | null = null;
  const serverOf = (url: string) => MANAGEMENT_REQUEST.exec(url)?.[1] ?? null;

  function isChange(url: string): boolean {
    const server = serverOf(url);
    const isOther = server !== null && server !== managed;
    managed = server ?? managed;
    return isOther || CHANGING_REQUEST.test(url);
  }

  return {
    id: 'cli-proxy-api',
    async detect() {
      const { location, title, defaultView } = document;
      if (!PATH.test(location.pathname) || title !== TITLE) return null;
      const loaded = defaultView?.performance.getEntriesByType('resource') ?? [];
      const server =
        managed ?? loaded.reduce<string | null>((last, { name }) => serverOf(name) ?? last, null);
      if (server !== null && server !== location.origin) throw managesAnother(server, 'management page');
      return { instanceId: `${location.origin}${location.pathname}`, title: 'CLIProxyAPI management' };
    },
    subscribe: (onChange, signal) => watchRequests(document, isChange, onChange, signal),
  };
}
