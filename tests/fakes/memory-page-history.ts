import { rowMissing } from '@/src/background/storage/storage-error';
import { pageInAnyTab } from '@/src/core/page-history/page-in-tab';
import type { HistoryChange, Observation, PageHistory } from '@/src/core/ports/page-history';
import type { MemoryTables } from './memory-tables';

/** Page histories in memory, with the contract of those on IndexedDB. */
export function createMemoryPageHistory(
  tables: Pick<MemoryTables, 'pages' | 'pageSteps' | 'transaction'>,
): PageHistory {
  return {
    update: (change) => tables.transaction(() => changeHistory(tables, change)),
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

/** Makes a change of a page's history. Runs within the caller's transaction. */
export function changeHistory<Made extends Observation>(
  tables: Pick<MemoryTables, 'pages' | 'pageSteps'>,
  { page, change }: HistoryChange<Made>,
): Made {
  const known = tables.pages.get(page) ?? null;
  const made = change(known);
  if (made === null) throw rowMissing('pages');
  if (made.page !== known) tables.pages.put(made.page);
  for (const step of made.steps) tables.pageSteps.put(step);
  return made;
}
