import type { AdapterDefinition, Change } from '../adapter/adapter-definition';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../loop/ports';
import { changeKey } from './change-key';
import type { ObservedPage, PageStep, PendingWrite } from './observed-page';
import { type CausedChanges, type Claim, isPageChange, share } from './share-changes';

/** Late writes that are remembered for each page; older ones are dropped. */
const MAX_LATE_WRITES = 20;
/** Earlier documents that are remembered for each page: a reading of one can be under way while the next loads. */
const MAX_EARLIER_DOCUMENTS = 5;

/** A page after an observation, and the changes that it found. */
export interface Observation {
  page: ObservedPage;
  steps: PageStep[];
}

/** A write whose outcome is settled as far as it can be. */
export interface SettledWrite {
  executionId: string;
  /** The context that the write was to lead to; null where nobody could tell beforehand. */
  expected: Json | null;
  /** The page after it; null if it could not be read. */
  reading: PageReading | null;
  /** Whether it may still take effect: its answer never came. */
  mayArriveLate: boolean;
}

/** The end of a write that had no effect for certain. */
export function neverSent(executionId: string): SettledWrite {
  return { executionId, expected: null, reading: null, mayArriveLate: false };
}

/** Whether a reading was made before the page was last observed, and only arrives after that. */
export function isOutdated(known: ObservedPage, { source }: PageReading): boolean {
  return source.document === known.document
    ? source.order < known.order
    : known.earlierDocuments.includes(source.document);
}

/**
 * Compares a reading with the page as it was last observed, and finds the cause of each difference. An outdated reading
 * tells nothing new.
 */
export function observe(
  adapter: AdapterDefinition,
  known: ObservedPage | null,
  reading: PageReading,
  atMs: number,
): Observation {
  if (known === null) return { page: firstObservation(reading), steps: [] };
  if (isOutdated(known, reading)) return { page: known, steps: [] };
  const isReload = known.document !== reading.source.document;
  if (!isReload && canonicalJson(known.context) === canonicalJson(reading.context)) {
    return { page: known, steps: [] };
  }
  const write = matchingWrite(adapter, known, reading);
  if (write === null && !isReload && known.writes.some(({ isOpen }) => isOpen)) {
    // The differences may be the open write's: settling it sorts them.
    return { page: known, steps: [] };
  }
  const changes = adapter.diffContext(known.context, reading.context, atMs);
  if (write !== null) {
    const isByPage = isPageChange(adapter);
    const claim = { cause: write.cause, takes: (change: Change) => !isByPage(change) };
    const writes = known.writes.filter((pending) => pending !== write || pending.isOpen);
    return advanced({ ...known, writes }, reading, share(adapter, changes, [claim], isReload));
  }
  // No write survives the document that it was sent to.
  const claims = isReload ? [] : known.writes.map(lateClaim);
  const isArrived = (_write: PendingWrite, index: number) =>
    claims[index] !== undefined && changes.some(claims[index].takes);
  const writes = known.writes.filter((pending, index) => !isArrived(pending, index));
  return advanced({ ...known, writes }, reading, share(adapter, changes, claims, isReload));
}

/** Notes a write before it is sent. The page must have been observed before. */
export function openWrite(
  known: ObservedPage,
  write: Omit<PendingWrite, 'isOpen' | 'intended'>,
): ObservedPage {
  const others = known.writes.filter(({ executionId }) => executionId !== write.executionId);
  return { ...known, writes: [...others, { ...write, isOpen: true, intended: [] }] };
}

/** Ends a write: of the differences since, those that it was to make are its own. */
export function closeWrite(
  adapter: AdapterDefinition,
  known: ObservedPage,
  { executionId, expected, reading, mayArriveLate }: SettledWrite,
  atMs: number,
): Observation {
  const write = known.writes.find((pending) => pending.executionId === executionId) ?? null;
  const others = known.writes.filter((pending) => pending !== write);
  const intended = expected === null ? [] : adapter.diffContext(known.context, expected, atMs).map(changeKey);
  const late = write !== null && mayArriveLate ? [{ ...write, isOpen: false, intended }] : [];
  const page = { ...known, writes: [...others, ...late].slice(-MAX_LATE_WRITES) };
  if (reading === null || write === null || isOutdated(known, reading)) return { page, steps: [] };
  const changes = adapter.diffContext(known.context, reading.context, atMs);
  const takes =
    expected === null
      ? wholeEffect(adapter, write, reading)
      : (change: Change) => intended.includes(changeKey(change));
  const isReload = known.document !== reading.source.document;
  return advanced(page, reading, share(adapter, changes, [{ cause: write.cause, takes }], isReload));
}

/** Which changes are a write's own where its plan is lost: all but the page's own, if the page is as it was to be. */
function wholeEffect(
  adapter: AdapterDefinition,
  { before, after }: PendingWrite,
  reading: PageReading,
): (change: Change) => boolean {
  if (after === null) return () => true;
  const isReached = positionIn({ before, after }, pageHashesOf(adapter, reading.context)) === 'after';
  const isByPage = isPageChange(adapter);
  return (change) => isReached && !isByPage(change);
}

/** The pending write that leads from the page as it was to the page as it is, if there is one. */
function matchingWrite(
  adapter: AdapterDefinition,
  known: ObservedPage,
  reading: PageReading,
): PendingWrite | null {
  if (known.writes.length === 0) return null;
  const was = pageHashesOf(adapter, known.context);
  const now = pageHashesOf(adapter, reading.context);
  const leads = ({ before, after }: PendingWrite) =>
    after !== null &&
    isVisible({ before, after }) &&
    positionIn({ before, after }, was) === 'before' &&
    positionIn({ before, after }, now) === 'after';
  return known.writes.find(leads) ?? null;
}

/** The changes that a late write was to make. */
function lateClaim({ cause, intended }: PendingWrite): Claim {
  return { cause, takes: (change) => intended.includes(changeKey(change)) };
}

function advanced(page: ObservedPage, reading: PageReading, causes: readonly CausedChanges[]): Observation {
  const steps = causes
    .filter(({ changes }) => changes.length > 0)
    .map((step, index): PageStep => ({ page: page.page, sequence: page.sequence + 1 + index, ...step }));
  const { source } = reading;
  const earlier =
    source.document === page.document ? page.earlierDocuments : [...page.earlierDocuments, page.document];
  return {
    page: {
      ...page,
      document: source.document,
      order: source.order,
      earlierDocuments: earlier.slice(-MAX_EARLIER_DOCUMENTS),
      context: reading.context,
      sequence: page.sequence + steps.length,
    },
    steps,
  };
}

function firstObservation({ source, context }: PageReading): ObservedPage {
  return { ...source, earlierDocuments: [], context, sequence: 0, writes: [] };
}
