import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { anyPage } from './any-page/definition';
import { cliProxyApi } from './cli-proxy-api/definition';
import { type AdapterRegistry, partsInOrder } from './kit/registry';
import { llmApiKeyProxy } from './llm-api-key-proxy/definition';
import { modelFilter } from './model-filter/definition';
import { newApi } from './new-api/definition';
import { openWebui } from './open-webui/definition';

const definitions: AdapterRegistry<AdapterDefinition> = {
  'model-filter': modelFilter,
  'cli-proxy-api': cliProxyApi,
  'llm-api-key-proxy': llmApiKeyProxy,
  'open-webui': openWebui,
  'new-api': newApi,
  'any-page': anyPage,
};

/** The definitions of all adapters, in the order in which they are tried. */
export const adapters = partsInOrder(definitions);
