import { anyPageRunner } from './any-page/run-tool';
import { cliProxyTools } from './cli-proxy-api/calls';
import { type AdapterRegistry, partsInOrder } from './kit/registry';
import type { ToolRunner } from './kit/tool-runner';
import { llmProxyTools } from './llm-api-key-proxy/calls';
import { modelFilterTools } from './model-filter/run-tool';
import { openWebuiTools } from './open-webui/run-tool';

/** Null for an adapter whose tools run in its page half. */
const registry: AdapterRegistry<ToolRunner | null> = {
  'model-filter': modelFilterTools,
  'any-page': anyPageRunner,
  'cli-proxy-api': cliProxyTools,
  'llm-api-key-proxy': llmProxyTools,
  'open-webui': openWebuiTools,
};

/** The tools of all adapters whose tools run in the background. */
export const toolRunners = partsInOrder(registry);
