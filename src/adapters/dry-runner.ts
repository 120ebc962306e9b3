import type { Json } from '@/src/core/json';
import type { DryRun, DryRunRequest } from '@/src/core/records/dry-run';
import type { ToolPage } from './tool-runner';

/** What planning may do with a page: look, and have it fetch what it can show. */
export type ReadOnlyToolPage = Pick<ToolPage, 'read' | 'look'>;

/** An adapter's dry run, for the background: its own tools, on a page in memory. */
export interface DryRunner {
  /** The adapter's. */
  readonly id: string;
  /**
   * Carries calls out one after the other from the page's present state. Each call's arguments fit its tool's schema.
   * `context` is the page as it was at the end of all looking: what the plan starts from; `after` the page as the calls
   * would leave it. Rejects with a StewardError
   * only.
   */
  plan(
    calls: readonly DryRunRequest[],
    eyes: ReadOnlyToolPage,
  ): Promise<{ dryRun: DryRun; context: Json; after: Json }>;
}
