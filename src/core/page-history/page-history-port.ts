import type { HistoryPlace, ObservedPage, PageStep } from '@/src/schema/observed-page';
import type { Observation } from './advance-page';

/** The stored history of pages. Rejects with `storage`. */
export interface PageHistory {
  /**
   * Replaces a page's row and appends the new steps, in one transaction, unless `change` returns null. `change` gets
   * null for a page that was never observed. Returns the row afterwards; rejects with `not-found` if there is none.
   */
  update(
    page: string,
    change: (known: ObservedPage | null) => Observation | null,
  ): Promise<{ page: ObservedPage }>;
  /** The steps after a place, in order. */
  stepsSince(place: Pick<HistoryPlace, 'page' | 'sequence'>): Promise<PageStep[]>;
}
