import type { Json } from '../json';
import type { PageReading } from '../ports/page-port';
import type { Chat } from '../records/chat';
import type { DryRun, DryRunRequest } from '../records/dry-run';
/** What calls would do to a page. */
export interface DryRunResult {
  dryRun: DryRun;
  /** The page as it is. */
  reading: PageReading;
  /** The page's context after all of the calls; null where nobody can tell. */
  after: Json | null;
}

/** Works out what calls would do, without doing it. */
export interface DryRunPort {
  /**
   * Carries calls out in memory, one after the other, from the page as it is. Looks at the page, and changes nothing
   * there. Rejects as the page's reading does.
   */
  run(chat: Chat, calls: readonly DryRunRequest[], signal: AbortSignal): Promise<DryRunResult>;
}
