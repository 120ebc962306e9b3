import { identityOf, matchesUrl } from '@/src/adapters/kit/url-match';
import { watchRequests } from '@/src/adapters/kit/watch-requests';
import type { PageDetector } from '@/src/core/adapter/page-half';

const ADDRESS = 'https://template.example/switches*';
/** An element that no other page of the site has. */
const PLACE = '#rules';
/** Requests with which the page changes rules. */
const CHANGING_REQUEST = /\/api\/teams\//;

/** Recognizes the page. Its state is read from the background (`service.ts`); here it is noticed when it may have changed. */
export function createTemplateAdapterPage(document: Document): PageDetector {
  return {
    id: 'template-adapter',
    async detect() {
      const isHere = matchesUrl(ADDRESS, document.URL) && document.querySelector(PLACE) !== null;
      return isHere ? identityOf(document, 'site') : null;
    },
    subscribe: (onChange, signal) =>
      watchRequests(document, (url) => CHANGING_REQUEST.test(url), onChange, signal),
  };
}
