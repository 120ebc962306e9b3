import type { AdapterRegistry } from './adapter-ids';
import { cliProxyDryRun } from './cli-proxy-api/calls';
import type { DryRunner } from './dry-runner';
import { adapters } from './index';
import { llmProxyDryRun } from './llm-api-key-proxy/calls';
import { modelFilterDryRun } from './model-filter/dry-run/model-filter-dry-run';
import { plannedDryRun } from './planned-dry-run';

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
