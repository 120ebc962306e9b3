import type { HistoryPlace, ObservedPage, PageStep } from '@/src/schema/observed-page';

/** A page after an observation, and the changes that it found. */
export interface Observation {
  page: ObservedPage;
  steps: PageStep[];
}

/** A page at the end of a write. */
export interface EndedWrite extends Observation {
  /** The place in the history from which the page is compared next: right after the write if its effect is known, else the newest. */
  at: HistoryPlace;
}

/**
 * A change of a page's history. It is stored in one transaction with the record that it belongs to, such as the call that is sent, or
 * its result. So a write is in progress in both records or in neither. {@link PageHistory} `update` stores one that belongs to no record.
 */
export interface HistoryChange<Made extends Observation = Observation> {
  page: string;
  /**
   * @param observed null for a page that was never observed
   * @returns null if the page must have been observed before
   */
  change(observed: ObservedPage | null): Made | null;
}

/** The stored history of pages. Rejects with `storage`. */
export interface PageHistory {
  /**
   * Makes a change in a transaction of its own: replaces the page's row and appends the new steps. Rejects with `not-found` if the
   * change requires a page that was observed before, and this one wasn't.
   */
  update<Made extends Observation>(change: HistoryChange<Made>): Promise<Made>;
  /** The steps after a place, in order. */
  stepsSince(place: Pick<HistoryPlace, 'page' | 'sequence'>): Promise<PageStep[]>;
  /** All steps of a page in all tabs that showed it (see pageInTab), in order within each tab. */
  stepsInTabs(page: string): Promise<PageStep[]>;
}
