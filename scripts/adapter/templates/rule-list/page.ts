import { identityOf } from '@/src/adapters/kit/page-sign';
import { watchRequests } from '@/src/adapters/kit/watch-requests';
import type { PageDetector } from '@/src/core/adapter/page-half';
import { templateAdapterSign } from '../sign';

/** Selector of an element that no other page of the site contains. */
const PLACE = '#rules';
/** URLs of requests with which the page changes rules. */
const CHANGING_REQUEST = /\/api\/teams\//;

/**
 * Recognizes the page. The background reads its state (`service.ts`); this half only reports when the state may have
 * changed.
 */
export function createTemplateAdapterPage(document: Document): PageDetector {
  return {
    id: 'template-adapter',
    async detect() {
      const isHere = templateAdapterSign.isIn(document) && document.querySelector(PLACE) !== null;
      return isHere ? identityOf(document, 'site') : null;
    },
    subscribe: (onChange, signal) =>
      watchRequests(document, (url) => CHANGING_REQUEST.test(url), onChange, signal),
  };
}
