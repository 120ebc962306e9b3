import { pageInAnyTab } from '@/src/core/page-history/page-in-tab';
import type { HistoryChange, Observation, PageHistory } from '@/src/core/ports/page-history';
import type { HistoryPlace, ObservedPage, PageStep } from '@/src/schema/observed-page';
import type { StewardDatabase } from '@/src/store/db';
import { frozen } from './kept-records';
import { rowMissing, stored } from './storage-error';
import { isInDoubt, transact } from './transact';

/** Steps kept for each page. A difference that only an older step explains is attributed to the newest step. */
const STEPS_KEPT = 500;

/** Pages whose rows are kept in memory: those that were changed last. A row holds the page's whole context. */
const PAGES_KEPT = 4;

/** Steps of each of these pages that are kept in memory: those since the page was last reported to a chat are usually fewer. */
const STEPS_IN_MEMORY = 50;

/** Creates the store of page histories in IndexedDB. */
export function createPageHistory(db: StewardDatabase): PageHistory {
  const kept = keepPages(db);
  return {
    async update(change) {
      const known = db.commits.isWriting([db.pages.name]) ? undefined : kept.get(change.page)?.row;
      // Most readings show nothing new, which needs no transaction.
      const made = known === undefined ? null : change.change(known);
      if (made !== null && isNothingNew(made, known)) return made;
      return transact(db, [db.pages, db.pageSteps], () => changeHistory(db, change));
    },

    async stepsSince(place) {
      const tables = [db.pages.name, db.pageSteps.name];
      const known = isInDoubt(db, tables) ? null : keptSteps(kept.get(place.page), place.sequence);
      return known ?? stored(() => stepsUntil(db, place, Number.POSITIVE_INFINITY));
    },

    async stepsInTabs(page) {
      const prefix = pageInAnyTab(page);
      const ofPage = db.pageSteps.where('[page+sequence]').between([prefix, 0], [`${prefix}\uffff`, 0]);
      return stored(() => ofPage.toArray());
    },
  };
}

/** A page's row, and the steps by their numbers that were stored since the row is kept. */
interface KeptPage {
  row: ObservedPage;
  steps: Map<number, PageStep>;
}

/** The rows of the pages that were changed last, as the last commit left them. The background is the only writer. */
function keepPages(db: StewardDatabase): ReadonlyMap<string, KeptPage> {
  const kept = new Map<string, KeptPage>();
  db.commits.listen((changes) => {
    if (changes === null) kept.clear();
    for (const change of changes ?? []) {
      if (change.table === db.pages.name) {
        if (change.kind !== 'stored') kept.clear();
        else for (const row of change.rows as readonly ObservedPage[]) keep(row);
      }
      // Only steps older than those in memory are deleted without their page.
      if (change.table === db.pageSteps.name && change.kind === 'stored') {
        for (const step of change.rows as readonly PageStep[]) keepStep(step);
      }
    }
  });

  function keep(row: ObservedPage): void {
    const steps = kept.get(row.page)?.steps ?? new Map<number, PageStep>(); // Empty for a page that wasn't kept.
    kept.delete(row.page);
    kept.set(row.page, { row: frozen(row), steps });
    const [oldest] = kept.keys();
    if (kept.size > PAGES_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  function keepStep(step: PageStep): void {
    const steps = kept.get(step.page)?.steps;
    steps?.set(step.sequence, frozen(step));
    steps?.delete(step.sequence - STEPS_IN_MEMORY);
  }

  return kept;
}

/** The steps after one with this number, in order; null unless all of them are kept. */
function keptSteps(page: KeptPage | undefined, sequence: number): PageStep[] | null {
  if (page === undefined) return null;
  const found: PageStep[] = [];
  for (let next = sequence + 1; next <= page.row.sequence; next += 1) {
    const step = page.steps.get(next);
    if (step === undefined) return null;
    found.push(step);
  }
  return found;
}

/** Makes a change of a page's history. Runs within the caller's transaction, which must include `pages` and `pageSteps`. */
export async function changeHistory<Made extends Observation>(
  db: Pick<StewardDatabase, 'pages' | 'pageSteps'>,
  { page, change }: HistoryChange<Made>,
): Promise<Made> {
  const known = (await db.pages.get(page)) ?? null;
  const made = change(known);
  if (made === null) throw rowMissing('pages');
  if (isNothingNew(made, known)) return made;
  await db.pages.put(made.page);
  if (made.steps.length === 0) return made;
  await db.pageSteps.bulkPut(made.steps);
  const oldest = made.page.sequence - STEPS_KEPT;
  if (oldest > 0) {
    await db.pageSteps.where('[page+sequence]').between([page, 0], [page, oldest], true, true).delete();
  }
  return made;
}

function isNothingNew({ page, steps }: Observation, known: ObservedPage | null | undefined): boolean {
  return page === known && steps.length === 0;
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
