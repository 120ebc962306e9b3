import type { Json } from '@/src/core/json';
import type { DryRun, DryRunRequest } from '@/src/core/records/dry-run';
import type { ToolPage } from './tool-runner';

/** Access of a dry run to the real page: reads and queries only. */
export type ReadOnlyToolPage = Pick<ToolPage, 'read' | 'look'>;

/** The dry run of an adapter, for the background: runs the adapter's own tools on a copy of the page in memory. */
export interface DryRunner {
  /** The id of the adapter. */
  readonly id: string;
  /**
   * Runs the calls in order, starting from the page's current state. The arguments of each call fit its tool's schema.
   * `context` is the page's context after all queries, from which the dry run starts; `after` is the context that the
   * calls would lead to. Rejects with a StewardError only.
   */
  plan(
    calls: readonly DryRunRequest[],
    page: ReadOnlyToolPage,
  ): Promise<{ dryRun: DryRun; context: Json; after: Json }>;
}
