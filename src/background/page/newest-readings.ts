import type { PageReading } from '@/src/core/ports/page-port';
import { isAfter, type PageLook } from '@/src/core/records/execution-outcome';

/** The newest reading of each tab's page. */
export interface NewestReadings {
  keep(tabId: number, reading: PageReading): void;
  of(tabId: number): PageReading | undefined;
  /** True if the reading is the newest of its tab, and no change was noted since. */
  isNewest(reading: PageReading): boolean;
  /** Notes that a tab's page has changed since this reading of it. */
  noteChange(tabId: number, outdated: PageLook): void;
  forget(tabId: number): void;
}

export function createNewestReadings(): NewestReadings {
  const newest = new Map<number, PageReading>();
  const outdated = new WeakSet<PageReading>();
  return {
    keep: (tabId, reading) => void newest.set(tabId, reading),
    of: (tabId) => newest.get(tabId),
    isNewest: (reading) => [...newest.values()].includes(reading) && !outdated.has(reading),
    noteChange(tabId, position) {
      const last = newest.get(tabId);
      if (last !== undefined && !isAfter(last.source, position)) outdated.add(last);
    },
    forget: (tabId) => void newest.delete(tabId),
  };
}
