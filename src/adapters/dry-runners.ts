import { cliProxyDryRun } from './cli-proxy-api/calls';
import { adapters } from './index';
import type { DryRunner } from './kit/dry-runner';
import { plannedDryRun } from './kit/planned-dry-run';
import type { AdapterRegistry } from './kit/registry';
import { llmProxyDryRun } from './llm-api-key-proxy/calls';
import { modelFilterDryRun } from './model-filter/dry-run/model-filter-dry-run';

/** The adapters that compute previews by themselves. For all others they follow from `planTool`, where there is one. */
const own: Partial<AdapterRegistry<DryRunner>> = {
  'model-filter': modelFilterDryRun,
  'cli-proxy-api': cliProxyDryRun,
  'llm-api-key-proxy': llmProxyDryRun,
};

/**
 * The dry runs of all adapters that have one, for the background. Calls of an adapter without one are shown in approval
 * requests by their arguments alone.
 */
export const dryRunners: readonly DryRunner[] = adapters.flatMap((adapter) => {
  const ownRunner = Object.values(own).find(({ id }) => id === adapter.id);
  return ownRunner ?? plannedDryRun(adapter) ?? [];
});
