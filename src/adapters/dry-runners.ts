import { type AdapterRegistry, partsInOrder } from './adapter-ids';
import { cliProxyDryRun } from './cli-proxy-api/dry-run';
import type { DryRunner } from './dry-runner';
import { modelFilterDryRun } from './model-filter/dry-run/model-filter-dry-run';

/** Null for an adapter without a dry run: an approval request then shows its calls by their arguments alone. */
const registry: AdapterRegistry<DryRunner | null> = {
  'model-filter': modelFilterDryRun,
  'cli-proxy-api': cliProxyDryRun,
};

/** The dry runs of all adapters that have one, for the background. */
export const dryRunners = partsInOrder(registry);
