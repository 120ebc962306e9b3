import type { PageDetector } from '@/src/core/adapter/page-half';
import { managesAnother, watchRequests } from '../kit/watch-requests';
import { cliProxySign } from './sign';

/** URLs of requests that change exclusions, as they appear in the document's resource timing entries. */
const CHANGING_REQUEST =
  /\/v0\/management\/(oauth-excluded-models|oauth-model-alias|openai-compatibility|[a-z]+-api-key)\b/;

/** Any request to the management API. The page's login form accepts a server other than the page's own. */
const MANAGEMENT_REQUEST = /^(https?:\/\/[^/]+).*\/v0\/management\//;

/**
 * Recognizes CLIProxyAPI's management page. The background reads the state over the management API (`service.ts`),
 * because a page must not receive the management key. This half only reports when the state may have changed: when the
 * user returns to the page, or the page sent a request about exclusions or to another server.
 */
export function createCliProxyPage(document: Document): PageDetector {
  /** Server of the page's latest request; null until the page is watched. */
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
      const { location, defaultView } = document;
      if (!cliProxySign.isIn(document)) return null;
      const loaded = defaultView?.performance.getEntriesByType('resource') ?? [];
      const server =
        managed ?? loaded.reduce<string | null>((last, { name }) => serverOf(name) ?? last, null);
      if (server !== null && server !== location.origin) throw managesAnother(server);
      return { instanceId: `${location.origin}${location.pathname}`, title: 'CLIProxyAPI management' };
    },
    subscribe: (onChange, signal) => watchRequests(document, isChange, onChange, signal),
  };
}
