import type { Change } from './change';
import type { ChangeCause } from './change-cause';
import type { PageHashes } from './page-hashes';
import type { Json } from './values/json';

/** A page as it was last observed. One row for each tab that shows a page. */
export interface ObservedPage {
  /** The reading's `source.page`. */
  page: string;
  /** The source of the newest reading (see PageSource). */
  document: string;
  order: number;
  /** The newest request that the document answered, which may be a later one than that of the newest reading. */
  askedAtMs: number;
  /** Documents that it showed before, newest last. Missing in rows of an older version. */
  replaced?: string[];
  context: Json;
  /** Number of the newest step; 0 before the first. */
  sequence: number;
  writes: PendingWrite[];
}

/** A change that Steward sends to the page, known before it is observed. */
export interface PendingWrite {
  executionId: string;
  cause: ChangeCause;
  before: PageHashes;
  /** The hashes that it leads to; null if they can't be computed beforehand. */
  after: PageHashes | null;
  /** The keys of its expected changes that weren't observed yet (see changeKey); null if there was no dry run. */
  intended: string[] | null;
  /** Number of the newest step when it was noted. */
  openedAt: number;
  /** Steps attributed to it while it was open. They are corrected if it turns out not to have been made. */
  seen: SeenStep[];
  /** True while its outcome is being settled; false when it had no effect so far, but may still arrive late. */
  isOpen: boolean;
}

/** One observed change of a page, by one cause. */
export interface PageStep {
  page: string;
  /** 1, 2, 3 … within the page. */
  sequence: number;
  cause: ChangeCause;
  changes: Change[];
}

/** A step that was attributed to an open write. */
export interface SeenStep {
  step: PageStep;
  /**
   * True if the page had been reloaded. If the write didn't make the changes, the reload did; without a reload, the
   * user.
   */
  isReload: boolean;
}

/** A place in a page's history. */
export interface HistoryPlace {
  page: string;
  /** The document that showed the page then (see PageLook). */
  document: string;
  sequence: number;
}
