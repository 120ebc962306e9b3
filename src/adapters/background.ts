import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { anyPageRunner } from './any-page/calls';
import { cliProxyCalls, cliProxyService } from './cli-proxy-api/service';
import { adapters } from './index';
import { computedDryRun, type DryRunner, type ToolRunner } from './kit/calls';
import { type AdapterRegistry, partsInOrder } from './kit/registry';
import { llmProxyCalls, llmProxyService } from './llm-api-key-proxy/service';
import { modelFilterCalls } from './model-filter/calls';
import { newApiCalls } from './new-api/calls';
import { newApiService } from './new-api/service';
import { openWebuiCalls, openWebuiService } from './open-webui/service';

/** Parts of an adapter that run in the background, in addition to its definition. */
interface BackgroundParts {
  /** Missing if the tools run in the page half. */
  tools?: ToolRunner;
  /** Missing if there is no dry run, or if it follows from `computeCall` alone. */
  dryRun?: DryRunner;
  /** Missing if only the page half reads and changes the state. */
  service?: ServiceAdapter;
}

const registry: AdapterRegistry<BackgroundParts> = {
  'model-filter': modelFilterCalls,
  'cli-proxy-api': { ...cliProxyCalls, service: cliProxyService },
  'llm-api-key-proxy': { ...llmProxyCalls, service: llmProxyService },
  'open-webui': { ...openWebuiCalls, service: openWebuiService },
  'new-api': { ...newApiCalls, service: newApiService },
  'any-page': { tools: anyPageRunner },
};

const parts = partsInOrder(registry);

/** The tools of all adapters, as far as they run in the background. */
export const toolRunners = parts.flatMap(({ tools }) => tools ?? []);

/** The adapters that read and change the page's state over an API. */
export const serviceAdapters = parts.flatMap(({ service }) => service ?? []);

const ownDryRuns = parts.flatMap(({ dryRun }) => dryRun ?? []);

/**
 * The dry runs of all adapters that have one. Approval requests show the calls of other adapters by their arguments
 * only.
 */
export const dryRunners: readonly DryRunner[] = adapters.flatMap(
  (adapter) => ownDryRuns.find(({ id }) => id === adapter.id) ?? computedDryRun(adapter) ?? [],
);
