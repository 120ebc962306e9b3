import type { AdapterDefinition } from '../adapter/adapter-definition';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../loop/ports';
import { changeKey } from './change-key';
import { type Certainty, effectOf } from './effect-of-write';
import type { ObservedPage, PageStep, PendingWrite, SeenStep } from './observed-page';
import { share } from './share-changes';

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
  /** Number of the newest step that is not behind the write; null where it was closed before. */
  madeAt: number | null;
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
  if (isSame) return { page: known, steps: [] };
  return advanced(adapter, known, reading, null, atMs);
}

/** Notes a write before it is sent. The page must have been observed before. */
export function openWrite(
  known: ObservedPage,
  write: Omit<PendingWrite, 'openedAt' | 'seen' | 'isOpen'>,
): ObservedPage {
  const others = known.writes.filter(({ executionId }) => executionId !== write.executionId);
  return { ...known, writes: [...others, { ...write, openedAt: known.sequence, seen: [], isOpen: true }] };
}

/** Ends a write: of the differences since, those that it was to make are its own, and all others came after it. */
export function closeWrite(
  adapter: AdapterDefinition,
  known: ObservedPage,
  ended: SettledWrite,
  atMs: number,
): ClosedWrite {
  const write = known.writes.find(({ executionId }) => executionId === ended.executionId) ?? null;
  if (write === null) {
    return { ...lastLook(adapter, known, ended, null, atMs), madeAt: null };
  }
  const { seen, intended } = write;
  const others = known.writes.filter((pending) => pending !== write);
  // What is uncertain counts as made where all of it was seen.
  const isWhole = seen.length > 0 && (intended === null || intended.length === 0);
  const isOwn = ended.wasMade ?? isWhole;
  const keysSeen = seen.flatMap(({ step }) => step.changes.map(changeKey));
  const over = {
    ...write,
    seen: [],
    isOpen: false,
    intended: isOwn ? intended : (intended?.concat(keysSeen) ?? null),
  };
  const late = ended.mayArriveLate && !(isOwn && isWhole) ? [over] : [];
  const page = { ...known, writes: [...others, ...late].slice(-MAX_LATE_WRITES) };
  const certainty = ended.wasMade === true ? 'made' : 'uncertain';
  const settled = ended.wasMade === false ? null : ({ write: over, certainty } as const);
  const changesNothing = seen.length === 0 && intended?.length === 0;
  const isUnseen = seen.length === 0 && !changesNothing;
  if (settled !== null && isUnseen && ended.reading !== null && ended.left !== null) {
    return madeUnseen(adapter, page, { ...ended, reading: ended.reading, left: ended.left }, settled, atMs);
  }
  const closed = lastLook(adapter, page, ended, settled, atMs);
  return {
    page: closed.page,
    steps: [...(isOwn ? [] : seen.map(byOthers)), ...closed.steps],
    madeAt: changesNothing ? write.openedAt : (seen[0]?.step.sequence ?? closed.page.sequence),
  };
}

/** A step that turned out not to be the write's. */
function byOthers({ step, isReload }: SeenStep): PageStep {
  return { ...step, cause: isReload ? { kind: 'page', event: 'reload' } : { kind: 'user' } };
}

/** The page at the reading with which a write ends, if that is a new one. */
function lastLook(
  adapter: AdapterDefinition,
  page: ObservedPage,
  { reading }: SettledWrite,
  settled: Settled | null,
  atMs: number,
): Observation {
  const isNew = reading !== null && !isOutdated(page, reading);
  return isNew ? advanced(adapter, page, reading, settled, atMs) : { page, steps: [] };
}

/**
 * A write that was made, and that nobody saw before this reading: the page as it left it, and what came after. So it is
 * on record also where others took it back at once, and that they did so is theirs.
 */
function madeUnseen(
  adapter: AdapterDefinition,
  page: ObservedPage,
  { reading, left }: { reading: PageReading; left: Json },
  settled: Settled,
  atMs: number,
): ClosedWrite {
  const isLate = isOutdated(page, reading);
  const source = isLate ? { ...reading.source, page: page.page } : page;
  const made = advanced(adapter, page, { source, context: left }, settled, atMs);
  const now = isLate ? { source: page, context: page.context } : reading;
  const since = advanced(adapter, made.page, now, null, atMs);
  return {
    // Writes that go to the document of now are not over because one of the document before is.
    page: isLate ? { ...since.page, writes: page.writes } : since.page,
    steps: [...made.steps, ...since.steps],
    madeAt: made.page.sequence,
  };
}

/** A write that ends. */
interface Settled {
  write: PendingWrite;
  certainty: Certainty;
}

/** The page as a reading has it, with the cause of each difference. `settled`: the write that ends with this reading. */
function advanced(
  adapter: AdapterDefinition,
  page: ObservedPage,
  reading: Pick<PageReading, 'source' | 'context'>,
  settled: Settled | null,
  atMs: number,
): Observation {
  const { source } = reading;
  const isReload = source.document !== page.document;
  const changes = adapter.diffContext(page.context, reading.context, atMs);
  const way = { from: page.context, to: reading.context, keys: new Set(changes.map(changeKey)) };
  const certaintyOf = ({ isOpen }: PendingWrite) => (isOpen ? 'open' : 'late');
  // Without a plan, nothing tells a write's effect from what a reload changed: then it counts as the reload's.
  const isClaiming = ({ intended, after }: PendingWrite) => !isReload || intended !== null || after !== null;
  const claimOf = (write: PendingWrite, certainty: Certainty) => ({
    cause: write.cause,
    takes: effectOf(adapter, write, way, certainty),
  });
  const claims = [
    ...(settled === null ? [] : [claimOf(settled.write, settled.certainty)]),
    ...page.writes.filter(isClaiming).map((write) => claimOf(write, certaintyOf(write))),
  ];
  const steps = share(adapter, changes, claims, isReload)
    .filter((step) => step.changes.length > 0)
    .map((step, index): PageStep => ({ page: page.page, sequence: page.sequence + 1 + index, ...step }));
  const isSeen = (write: PendingWrite) => changes.some(effectOf(adapter, write, way, 'late'));
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
        if (write.isOpen) return [withSeen(write, steps, isReload)];
        return isReload || isSeen(write) ? [] : [write];
      }),
    },
    steps,
  };
}

/** An open write with what these steps put down to it. */
function withSeen(write: PendingWrite, steps: readonly PageStep[], isReload: boolean): PendingWrite {
  const step = steps.find(({ cause }) => cause === write.cause);
  if (step === undefined) return write;
  const keys = step.changes.map(changeKey);
  const intended = write.intended?.filter((key) => !keys.includes(key)) ?? null;
  return { ...write, intended, seen: [...write.seen, { step, isReload }] };
}

function firstObservation({ source, context }: PageReading): ObservedPage {
  return { ...source, context, sequence: 0, writes: [] };
}
