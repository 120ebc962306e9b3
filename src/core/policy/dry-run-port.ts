import type { Chat } from '@/src/schema/chat';
import type { DryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { Json } from '@/src/schema/values/json';
import type { PageReading } from '../ports/page-port';

/** A dry run, with the page on which it is based. */
export interface DryRunResult {
  dryRun: DryRun;
  /** The page at the time of the dry run. */
  reading: PageReading;
  /** The page's context after all calls; null if it can't be computed. */
  after: Json | null;
}

/** Computes the effects of calls without making any change. */
export interface DryRunPort {
  /**
   * Reads the page, and carries out the calls on it in memory, one after the other. Rejects with the errors of reading the
   * page.
   */
  run(chat: Chat, calls: readonly DryRunRequest[], signal: AbortSignal): Promise<DryRunResult>;
}
