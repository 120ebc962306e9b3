import type { PageIdentity } from '@/src/core/adapter/page-half';
import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { isAfter, type PageLook } from '@/src/core/records/execution-outcome';
import type { PageBinding } from '@/src/schema/page-binding';
import type { PageDocument } from './page-messenger';

/** The page in a document: the binding that chats have to it, and the identity that the document reports. */
export interface IdentifiedPage {
  binding: PageBinding;
  identity: PageIdentity;
}

/** The document and the newest reading of each tab's page. A restarted worker begins without them. */
export interface TabMemory extends Pick<PagePort, 'isNewest'> {
  documents: Map<number, { document: PageDocument; page: IdentifiedPage }>;
  keep(tabId: number, reading: PageReading): void;
  lastOf(tabId: number): PageReading | undefined;
  /** True if the last reading of the tab is newer than `outdated`. */
  hasReadAfter(tabId: number, outdated: PageLook): boolean;
  /** Notes that a tab's page has changed since this reading of it. */
  noteChange(tabId: number, outdated: PageLook): void;
  /** Forgets a tab's document, which was reloaded or closed. */
  forget(tabId: number): void;
}

export function createTabMemory(): TabMemory {
  const documents: TabMemory['documents'] = new Map();
  const newest = new Map<number, PageReading>();
  /** Readings after which the page has reported a change. */
  const changed = new WeakSet<PageReading>();

  function hasReadAfter(tabId: number, outdated: PageLook): boolean {
    const last = newest.get(tabId);
    return last !== undefined && isAfter(last.source, outdated);
  }

  return {
    documents,
    keep: (tabId, reading) => void newest.set(tabId, reading),
    lastOf: (tabId) => newest.get(tabId),
    isNewest: (reading) => [...newest.values()].includes(reading) && !changed.has(reading),
    hasReadAfter,
    noteChange(tabId, outdated) {
      const last = newest.get(tabId);
      if (last !== undefined && !hasReadAfter(tabId, outdated)) changed.add(last);
    },
    forget(tabId) {
      documents.delete(tabId);
      newest.delete(tabId);
    },
  };
}
