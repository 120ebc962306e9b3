import type { PageDetector } from '@/src/core/adapter/page-half';
import { watchRequests } from '../watch-requests';

/** The page's title in every language (the page sets it itself). */
const TITLE = 'CLI Proxy API Management Center';
const PATH = /\/management\.html$/;
/** Requests with which the page changes exclusions, as they appear in the document's list of loaded resources. */
const CHANGING_REQUEST = /\/v0\/management\/(oauth-excluded-models|oauth-model-alias|[a-z]+-api-key)\b/;

/**
 * Recognizes CLIProxyAPI's management page. Its state is read over the management API from the background (`service.ts`),
 * because a page may not see the management key; this half only notices when it may have changed: the user comes back to
 * the page, or the page sent requests about exclusions.
 */
export function createCliProxyPage(document: Document): PageDetector {
  return {
    id: 'cli-proxy-api',
    async detect() {
      const { location, title } = document;
      if (!PATH.test(location.pathname) || title !== TITLE) return null;
      return { instanceId: `${location.origin}${location.pathname}`, title: 'CLIProxyAPI management' };
    },
    subscribe: (onChange, signal) => watchRequests(document, CHANGING_REQUEST, onChange, signal),
  };
}
