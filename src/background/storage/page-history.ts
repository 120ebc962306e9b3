import { pageInAnyTab } from '@/src/core/page-history/page-in-tab';
import type { PageHistory } from '@/src/core/page-history/page-observer';
import type { HistoryPlace, PageStep } from '@/src/schema/observed-page';
import type { StewardDatabase } from '@/src/store/db';
import { rowMissing, stored } from './storage-error';
import { transact } from './transact';

/** Steps kept for each page. A difference that only an older step explains is attributed to the newest step. */
const STEPS_KEPT = 500;

/** Creates the store of page histories in IndexedDB. */
export function createPageHistory(db: StewardDatabase): PageHistory {
  return {
    update: (page, change) =>
      transact(db, [db.pages, db.pageSteps], async () => {
        const known = (await db.pages.get(page)) ?? null;
        const observation = change(known);
        if (observation === null || observation.page === known) {
          if (known === null) throw rowMissing('pages');
          return { page: known };
        }
        await db.pages.put(observation.page);
        await db.pageSteps.bulkPut(observation.steps);
        const oldest = observation.page.sequence - STEPS_KEPT;
        if (observation.steps.length > 0 && oldest > 0) {
          await db.pageSteps.where('[page+sequence]').between([page, 0], [page, oldest], true, true).delete();
        }
        return { page: observation.page };
      }),

    stepsSince: (place) => stored(() => stepsUntil(db, place, Number.POSITIVE_INFINITY)),

    async stepsInTabs(page) {
      const prefix = pageInAnyTab(page);
      const ofPage = db.pageSteps.where('[page+sequence]').between([prefix, 0], [`${prefix}\uffff`, 0]);
      return stored(() => ofPage.toArray());
    },
  };
}

/** The steps of a page after a place, up to the one with this sequence number, in order. */
export function stepsUntil(
  db: Pick<StewardDatabase, 'pageSteps'>,
  { page, sequence }: Pick<HistoryPlace, 'page' | 'sequence'>,
  last: number,
): Promise<PageStep[]> {
  const range = db.pageSteps.where('[page+sequence]').between([page, sequence], [page, last], false, true);
  return range.toArray();
}
