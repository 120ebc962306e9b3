import { pageInAnyTab } from '@/src/core/page-history/page-in-tab';
import type { PageHistory } from '@/src/core/page-history/page-observer';
import type { MemoryTables } from './memory-tables';

/** Page histories in memory, with the contract of those on IndexedDB. */
export function createMemoryPageHistory(
  tables: Pick<MemoryTables, 'pages' | 'pageSteps' | 'transaction'>,
): PageHistory {
  return {
    update: (page, change) =>
      tables.transaction(() => {
        const known = tables.pages.get(page) ?? null;
        const observation = change(known);
        const row = observation?.page ?? known;
        if (row === null) throw new Error(`the page ${page} was never observed`);
        if (row !== known) tables.pages.put(row);
        for (const step of observation?.steps ?? []) tables.pageSteps.put(step);
        return { page: row };
      }),
    stepsSince: ({ page, sequence }) =>
      tables.transaction(() =>
        tables.pageSteps
          .all()
          .filter((step) => step.page === page && step.sequence > sequence)
          .sort((a, b) => a.sequence - b.sequence),
      ),
    stepsInTabs: (page) =>
      tables.transaction(() =>
        tables.pageSteps.all().filter((step) => step.page.startsWith(pageInAnyTab(page))),
      ),
  };
}
