import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { isAfter, type PageLook } from '@/src/core/records/execution-outcome';

/** The newest reading of each tab's page. */
export interface NewestReadings {
  keep(tabId: number, reading: PageReading): void;
  of(tabId: number): PageReading | undefined;
  forget(tabId: number): void;
  /** The methods that the page link passes on. */
  passedOn: Pick<PagePort, 'isNewest'> & {
    /** True if the last reading of the tab is newer than `outdated`. */
    hasReadAfter(tabId: number, outdated: PageLook): boolean;
    /** Notes that a tab's page has changed since this reading of it. */
    noteChange(tabId: number, outdated: PageLook): void;
  };
}

export function createNewestReadings(): NewestReadings {
  const newest = new Map<number, PageReading>();
  /** Readings of which the page has reported a change since. */
  const changed = new WeakSet<PageReading>();

  function hasReadAfter(tabId: number, outdated: PageLook): boolean {
    const last = newest.get(tabId);
    return last !== undefined && isAfter(last.source, outdated);
  }

  return {
    keep: (tabId, reading) => void newest.set(tabId, reading),
    of: (tabId) => newest.get(tabId),
    forget: (tabId) => void newest.delete(tabId),
    passedOn: {
      isNewest: (reading) => [...newest.values()].includes(reading) && !changed.has(reading),
      hasReadAfter,
      noteChange(tabId, outdated) {
        const last = newest.get(tabId);
        if (last !== undefined && !hasReadAfter(tabId, outdated)) changed.add(last);
      },
    },
  };
}
