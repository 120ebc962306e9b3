import type { ObservedPage, PendingWrite } from '@/src/schema/observed-page';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { isSameJson } from '../hash';
import type { Observation } from '../ports/page-history';
import type { PageReading } from '../ports/page-port';
import { advancePage, LATEST_MS } from './advance-page';

/**
 * True if a reading was made before the newest observation of the page, but arrives after it. A document numbers its own
 * readings. Of readings of two documents, the one requested earlier is outdated; if both were requested in the same millisecond,
 * the one of a document that was replaced. In all other cases a replaced document proves nothing: a request may be answered
 * by the document that follows, so two documents can be observed in the wrong order.
 */
export function isOutdated(observed: ObservedPage, { source }: Pick<PageReading, 'source'>): boolean {
  if (source.document === observed.document) return source.order < observed.order;
  const earlierMs = observed.askedAtMs - source.askedAtMs;
  if (earlierMs === 0) return observed.replaced?.includes(source.document) ?? false;
  return earlierMs > 0 && earlierMs < LATEST_MS;
}

/**
 * Compares a reading with the page as it was last observed, and finds the cause of each difference. An outdated reading
 * changes nothing.
 */
export function observe(
  adapter: AdapterDefinition,
  observed: ObservedPage | null,
  reading: PageReading,
  atMs: number,
): Observation {
  if (observed === null) return { page: firstObservation(reading), steps: [] };
  if (isOutdated(observed, reading)) return { page: observed, steps: [] };
  const isSame =
    observed.document === reading.source.document && isSameJson(observed.context, reading.context);
  if (isSame) return { page: observed, steps: [] };
  return advancePage(adapter, observed, reading, null, atMs);
}

/** Adds a write to the page's open writes, before it is sent. */
export function openWrite(
  observed: ObservedPage,
  write: Omit<PendingWrite, 'openedAt' | 'seen' | 'isOpen'>,
): ObservedPage {
  const others = observed.writes.filter(({ executionId }) => executionId !== write.executionId);
  return {
    ...observed,
    writes: [...others, { ...write, openedAt: observed.sequence, seen: [], isOpen: true }],
  };
}

function firstObservation({ source, context }: PageReading): ObservedPage {
  return { ...source, context, sequence: 0, writes: [] };
}
