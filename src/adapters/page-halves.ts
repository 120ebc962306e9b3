import type { PageDetector, PageHalf } from '@/src/core/adapter/page-half';
import { createAnyPage } from './any-page/page';
import { createCliProxyPage } from './cli-proxy-api/page';
import { createPageProtocolClient } from './kit/page-protocol';
import { type AdapterRegistry, partsInOrder } from './kit/registry';
import { createLlmProxyPage } from './llm-api-key-proxy/page';
import { createModelFilterPage } from './model-filter/page';
import { createOpenWebuiPage } from './open-webui/page';

/**
 * Creates the content script's part of every adapter for one document: its page half, or only its detector if it has a
 * service in `background.ts`. Adapters that use the page protocol share one client.
 */
export function createPageHalves(document: Document): readonly (PageHalf | PageDetector)[] {
  const pageProtocol = createPageProtocolClient(document);
  const registry: AdapterRegistry<PageHalf | PageDetector> = {
    'model-filter': createModelFilterPage(pageProtocol),
    'cli-proxy-api': createCliProxyPage(document),
    'llm-api-key-proxy': createLlmProxyPage(document),
    'open-webui': createOpenWebuiPage(document),
    'any-page': createAnyPage(document, pageProtocol),
  };
  return partsInOrder(registry);
}
