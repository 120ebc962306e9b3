import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { anyPageRunner } from './any-page/calls';
import { cliProxyCalls } from './cli-proxy-api/calls';
import { cliProxyService } from './cli-proxy-api/service';
import { adapters } from './index';
import { type DryRunner, plannedDryRun, type ToolRunner } from './kit/calls';
import { type AdapterRegistry, partsInOrder } from './kit/registry';
import { llmProxyCalls } from './llm-api-key-proxy/calls';
import { llmProxyService } from './llm-api-key-proxy/service';
import { modelFilterCalls } from './model-filter/calls';
import { openWebuiCalls, openWebuiService } from './open-webui/service';

/** The parts of an adapter that run in the background, beside its definition. A small adapter in the page itself has none. */
interface BackgroundParts {
  /** Missing for an adapter whose tools run in its page half. */
  tools?: ToolRunner;
  /** Missing for an adapter without one, and for one whose dry run follows from its `planTool` alone. */
  dryRun?: DryRunner;
  /** Missing for an adapter whose state is read and changed in the page itself, by its page half. */
  service?: ServiceAdapter;
}

const registry: AdapterRegistry<BackgroundParts> = {
  'model-filter': modelFilterCalls,
  'cli-proxy-api': { ...cliProxyCalls, service: cliProxyService },
  'llm-api-key-proxy': { ...llmProxyCalls, service: llmProxyService },
  'open-webui': { ...openWebuiCalls, service: openWebuiService },
  'any-page': { tools: anyPageRunner },
};

const parts = partsInOrder(registry);

/** The tools of all adapters whose tools run in the background. */
export const toolRunners = parts.flatMap(({ tools }) => tools ?? []);

/** The adapters whose state is read and changed over an API, for the background. */
export const serviceAdapters = parts.flatMap(({ service }) => service ?? []);

const ownDryRuns = parts.flatMap(({ dryRun }) => dryRun ?? []);

/**
 * The dry runs of all adapters that have one, for the background. Calls of an adapter without one are shown in approval
 * requests by their arguments alone.
 */
export const dryRunners: readonly DryRunner[] = adapters.flatMap(
  (adapter) => ownDryRuns.find(({ id }) => id === adapter.id) ?? plannedDryRun(adapter) ?? [],
);
