import type { HistoryPlace, ObservedPage, PageStep } from '../records/observed-page';
import type { Observation } from './advance-page';
/** A page's history, kept across deaths of the worker. Rejects with `storage`. */
export interface PageHistory {
  /**
   * Replaces a page's row and appends the steps found, in one transaction; null leaves all as it is. `change` gets null
   * for a page that was never observed. Answers with the row as it is then; rejects with `not-found` if there is none.
   */
  update(
    page: string,
    change: (known: ObservedPage | null) => Observation | null,
  ): Promise<{ page: ObservedPage }>;
  /** The steps after a place, in order. */
  stepsSince(place: Pick<HistoryPlace, 'page' | 'sequence'>): Promise<PageStep[]>;
}
