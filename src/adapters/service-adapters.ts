import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { cliProxyService } from './cli-proxy-api/service';
import { type AdapterRegistry, partsInOrder } from './kit/registry';
import { llmProxyService } from './llm-api-key-proxy/service';
import { openWebuiService } from './open-webui/service';

/** Null for an adapter whose state is read and changed in the page itself, by its page half. */
const registry: AdapterRegistry<ServiceAdapter | null> = {
  'model-filter': null,
  'any-page': null,
  'cli-proxy-api': cliProxyService,
  'llm-api-key-proxy': llmProxyService,
  'open-webui': openWebuiService,
};

/** The adapters whose state is read and changed over an API, for the background. */
export const serviceAdapters = partsInOrder(registry);
