import type { DryRunner } from './dry-runner';
import { modelFilterDryRun } from './model-filter/dry-run/model-filter-dry-run';

/** The dry run of every adapter that has one; the calls of others are shown as they are. */
export const dryRunners: readonly DryRunner[] = [modelFilterDryRun];
