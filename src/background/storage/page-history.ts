import { pageInAnyTab } from '@/src/core/page-history/page-in-tab';
import type { HistoryChange, Observation, PageHistory } from '@/src/core/ports/page-history';
import type { HistoryPlace, PageStep } from '@/src/schema/observed-page';
import type { StewardDatabase } from '@/src/store/db';
import { rowMissing, stored } from './storage-error';
import { transact } from './transact';

/** Steps kept for each page. A difference that only an older step explains is attributed to the newest step. */
const STEPS_KEPT = 500;

/** Creates the store of page histories in IndexedDB. */
export function createPageHistory(db: StewardDatabase): PageHistory {
  return {
    update: (change) => transact(db, [db.pages, db.pageSteps], () => changeHistory(db, change)),

    stepsSince: (place) => stored(() => stepsUntil(db, place, Number.POSITIVE_INFINITY)),

    async stepsInTabs(page) {
      const prefix = pageInAnyTab(page);
      const ofPage = db.pageSteps.where('[page+sequence]').between([prefix, 0], [`${prefix}\uffff`, 0]);
      return stored(() => ofPage.toArray());
    },
  };
}

/** Makes a change of a page's history. Runs within the caller's transaction, which must include `pages` and `pageSteps`. */
export async function changeHistory<Made extends Observation>(
  db: Pick<StewardDatabase, 'pages' | 'pageSteps'>,
  { page, change }: HistoryChange<Made>,
): Promise<Made> {
  const known = (await db.pages.get(page)) ?? null;
  const made = change(known);
  if (made === null) throw rowMissing('pages');
  if (made.page === known) return made;
  await db.pages.put(made.page);
  await db.pageSteps.bulkPut(made.steps);
  const oldest = made.page.sequence - STEPS_KEPT;
  if (made.steps.length > 0 && oldest > 0) {
    await db.pageSteps.where('[page+sequence]').between([page, 0], [page, oldest], true, true).delete();
  }
  return made;
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
