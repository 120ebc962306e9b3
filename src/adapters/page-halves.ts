import type { PageHalf } from '@/src/core/adapter/page-half';
import { type AdapterRegistry, partsInOrder } from './adapter-ids';
import { createAnyPage } from './any-page/page';
import { createModelFilterPage } from './model-filter/page';
import { createPageProtocolClient } from './page-protocol-client';

/** The page half of every adapter, for one document. Adapters that speak the page protocol share one client. */
export function createPageHalves(document: Document): readonly PageHalf[] {
  const pageProtocol = createPageProtocolClient(document);
  const registry: AdapterRegistry<PageHalf> = {
    'model-filter': createModelFilterPage(pageProtocol),
    'any-page': createAnyPage(document, pageProtocol),
  };
  return partsInOrder(registry);
}
