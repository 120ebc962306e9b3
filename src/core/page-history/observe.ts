import type { AdapterDefinition, Change } from '../adapter/adapter-definition';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../loop/ports';
import { changeKey } from './change-key';
import { type Certainty, effectOf } from './effect-of-write';
import type { ObservedPage, PageStep, PendingWrite } from './observed-page';
import { type CausedChanges, share } from './share-changes';

/** Late writes that are remembered for each page; older ones are dropped. */
const MAX_LATE_WRITES = 20;
/** No reading arrives this late. One that seems to be older than that, in milliseconds, shows that the clock was set back. */
const LATEST_MS = 120_000;

/** A page after an observation, and the changes that it found. */
export interface Observation {
  page: ObservedPage;
  steps: PageStep[];
}

/** A write whose outcome is settled as far as it can be. */
export interface SettledWrite {
  executionId: string;
  /** The page after it; null if it could not be read. */
  reading: PageReading | null;
  /** The page's context right after it, where that is known: others may have changed the page before the reading. */
  left: Json | null;
  /** Whether it was made; null where nobody knows. */
  wasMade: boolean | null;
  /** Whether its effect may still be seen: it may take effect yet, or was made without being seen. */
  mayArriveLate: boolean;
}

/** The end of a write that had no effect for certain. */
export function neverSent(executionId: string): SettledWrite {
  return { executionId, reading: null, left: null, wasMade: false, mayArriveLate: false };
}

/** The page at the end of a write. */
export interface ClosedWrite extends Observation {
  /** Number of the step that shows the write's effect; of the newest step where none does. */
  madeAt: number;
}

/**
 * Whether a reading was made before the page was last observed, and only arrives after that. A document numbers its own
 * looks; of two documents, the one that was asked later is the later one.
 */
export function isOutdated(known: ObservedPage, { source }: PageReading): boolean {
  if (source.document === known.document) return source.order < known.order;
  const earlierMs = known.askedAtMs - source.askedAtMs;
  return earlierMs > 0 && earlierMs < LATEST_MS;
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
  const isSame =
    known.document === reading.source.document &&
    canonicalJson(known.context) === canonicalJson(reading.context);
  if (isSame || unsettledWrite(adapter, known, reading) !== null) return { page: known, steps: [] };
  return advanced(adapter, known, reading, null, atMs);
}

/**
 * The differences of a reading that is not observed yet, because a write under way may have made some of them, with the
 * cause that each has if the write did. Empty where the reading is observed.
 */
export function provisionalChanges(
  adapter: AdapterDefinition,
  known: ObservedPage,
  reading: PageReading,
  atMs: number,
): CausedChanges[] {
  const write = unsettledWrite(adapter, known, reading);
  if (write === null) return [];
  const { cause, intended } = write;
  const takes = (change: Change) => intended?.includes(changeKey(change)) ?? true;
  const changes = adapter.diffContext(known.context, reading.context, atMs);
  const isReload = known.document !== reading.source.document;
  return share(adapter, changes, [{ cause, takes }], isReload).filter((step) => step.changes.length > 0);
}

/**
 * An open write that may have made differences of this reading, or not: that is known once its outcome is settled. Others
 * may have made the same, and taken back a part of it. Null if there is none.
 */
function unsettledWrite(
  adapter: AdapterDefinition,
  known: ObservedPage,
  { source, context }: PageReading,
): PendingWrite | null {
  const open = known.writes.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return null;
  const isReload = known.document !== source.document;
  const keys = new Set(adapter.diffContext(known.context, context, 0).map(changeKey));
  const mayHaveMade = ({ after, intended }: PendingWrite) =>
    intended === null ? after === null && !isReload : intended.some((key) => keys.has(key));
  return open.find(mayHaveMade) ?? null;
}

/** Notes a write before it is sent. The page must have been observed before. */
export function openWrite(known: ObservedPage, write: Omit<PendingWrite, 'isOpen'>): ObservedPage {
  const others = known.writes.filter(({ executionId }) => executionId !== write.executionId);
  return { ...known, writes: [...others, { ...write, isOpen: true }] };
}

/** Ends a write: of the differences since, those that it was to make are its own, and all others came after it. */
export function closeWrite(
  adapter: AdapterDefinition,
  known: ObservedPage,
  { executionId, reading, left, wasMade, mayArriveLate }: SettledWrite,
  atMs: number,
): ClosedWrite {
  const write = known.writes.find((pending) => pending.executionId === executionId) ?? null;
  const others = known.writes.filter((pending) => pending !== write);
  const late = write !== null && mayArriveLate ? [{ ...write, isOpen: false }] : [];
  const page = { ...known, writes: [...others, ...late].slice(-MAX_LATE_WRITES) };
  if (reading === null) return { page, steps: [], madeAt: page.sequence };
  const isOver = write === null || wasMade === false;
  const certainty = wasMade === true ? 'made' : 'uncertain';
  const settled = isOver ? null : ({ write, certainty } as const);
  const isLate = isOutdated(known, reading);
  if (settled === null || left === null) {
    const closed = isLate ? { page, steps: [] } : advanced(adapter, page, reading, settled, atMs);
    return { ...closed, madeAt: closed.page.sequence };
  }
  // Also what nobody saw, because others took it back at once: that they did so is theirs.
  const source = isLate ? { ...reading.source, page: page.page } : page;
  const made = advanced(adapter, page, { source, context: left }, settled, atMs);
  const since = advanced(
    adapter,
    made.page,
    isLate ? { source: page, context: page.context } : reading,
    null,
    atMs,
  );
  return {
    // Writes that go to the document of now are not over because one of the document before is.
    page: isLate ? { ...since.page, writes: page.writes } : since.page,
    steps: [...made.steps, ...since.steps],
    madeAt: made.page.sequence,
  };
}

/** The page as a reading has it, with the cause of each difference. `settled`: the write that ends with this reading. */
function advanced(
  adapter: AdapterDefinition,
  page: ObservedPage,
  reading: Pick<PageReading, 'source' | 'context'>,
  settled: { write: PendingWrite; certainty: Certainty } | null,
  atMs: number,
): Observation {
  const { source } = reading;
  const isReload = source.document !== page.document;
  const changes = adapter.diffContext(page.context, reading.context, atMs);
  const way = { from: page.context, to: reading.context, keys: new Set(changes.map(changeKey)) };
  const claimOf = (write: PendingWrite, certainty: Certainty) => ({
    cause: write.cause,
    takes: effectOf(adapter, write, way, certainty),
  });
  const claims = [
    ...(settled === null ? [] : [claimOf(settled.write, settled.certainty)]),
    ...page.writes.map((write) => claimOf(write, 'pending')),
  ];
  const steps = share(adapter, changes, claims, isReload)
    .filter((step) => step.changes.length > 0)
    .map((step, index): PageStep => ({ page: page.page, sequence: page.sequence + 1 + index, ...step }));
  const isSeen = (write: PendingWrite) => changes.some(effectOf(adapter, write, way, 'pending'));
  return {
    page: {
      ...page,
      document: source.document,
      order: source.order,
      askedAtMs: source.askedAtMs,
      context: reading.context,
      sequence: page.sequence + steps.length,
      // A write takes effect once. One that is late went to the document that is gone; an open one may yet go to the new.
      writes: page.writes.flatMap((write) => {
        if (write.isOpen) return [isSeen(write) ? { ...write, intended: [] } : write];
        return isReload || isSeen(write) ? [] : [write];
      }),
    },
    steps,
  };
}

function firstObservation({ source, context }: PageReading): ObservedPage {
  return { ...source, context, sequence: 0, writes: [] };
}
