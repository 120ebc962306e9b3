import type { Change } from '../adapter/adapter-definition';
import type { PageHashes } from '../adapter/page-hashes';
import type { Json } from '../json';
import type { ChangeCause } from './change-cause';

/** A page as it was last observed. One row for each tab that shows a page. */
export interface ObservedPage {
  /** The reading's `source.page`. */
  page: string;
  /** Where the newest reading comes from (see PageSource). */
  document: string;
  order: number;
  askedAtMs: number;
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
  /** What it leads to; null where nobody can tell beforehand. */
  after: PageHashes | null;
  /** The keys of the changes that it is to make (see changeKey), as far as they weren't seen yet; null where nobody can tell. */
  intended: string[] | null;
  /** Number of the newest step when it was noted. */
  openedAt: number;
  /** Steps put down to it while it was open. They are corrected if its outcome is that it was not made. */
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

/** A step that was put down to a write which was open. */
export interface SeenStep {
  step: PageStep;
  /** Whether the page had been reloaded: if the write didn't make the changes, the reload did; else the user. */
  isReload: boolean;
}

/** A place in a page's history. */
export interface HistoryPlace {
  page: string;
  /** The document that showed the page then (see PageLook). */
  document: string;
  sequence: number;
}
