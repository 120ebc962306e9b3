import type { PageHalf } from '@/src/core/adapter/page-half';
import { createModelFilterPage } from './model-filter/page';
import { createPageProtocolClient } from './page-protocol-client';

/** The page half of every adapter, in the order of `adapters`, for one document. */
export function createPageHalves(document: Document): readonly PageHalf[] {
  const pageProtocol = createPageProtocolClient(document);
  return [createModelFilterPage(pageProtocol)];
}
