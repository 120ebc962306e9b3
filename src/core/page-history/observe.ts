import type { AdapterDefinition, Change } from '../adapter/adapter-definition';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../loop/ports';
import type { ChangeCause } from './change-cause';
import { changeKey } from './change-key';
import type { ObservedPage, PageStep, PendingWrite } from './observed-page';

/** Late writes that are remembered for each page; older ones are dropped. */
const MAX_LATE_WRITES = 20;

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

/** Compares a reading with the page as it was last observed, and finds the cause of each difference. */
export function observe(
  adapter: AdapterDefinition,
  known: ObservedPage | null,
  reading: PageReading,
  atMs: number,
): Observation {
  if (known === null) return { page: firstObservation(reading), steps: [] };
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
  const writes = known.writes.filter((pending) => pending !== write || pending.isOpen);
  const causes = write === null ? unexplained(adapter, changes, isReload) : [{ cause: write.cause, changes }];
  return advanced({ ...known, writes }, reading, causes);
}

/** Notes a write before it is sent. The page must have been observed before. */
export function openWrite(known: ObservedPage, write: Omit<PendingWrite, 'isOpen'>): ObservedPage {
  const others = known.writes.filter(({ executionId }) => executionId !== write.executionId);
  return { ...known, writes: [...others, { ...write, isOpen: true }] };
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
  const late = write !== null && mayArriveLate ? [{ ...write, isOpen: false }] : [];
  const page = { ...known, writes: [...others, ...late].slice(-MAX_LATE_WRITES) };
  if (reading === null || write === null) return { page, steps: [] };
  const isReload = known.document !== reading.source.document;
  const changes = adapter.diffContext(known.context, reading.context, atMs);
  const isOwn = ownChanges(adapter, { known, write, expected, reading }, atMs);
  const own = changes.filter(isOwn);
  const rest = changes.filter((change) => !isOwn(change));
  return advanced(page, reading, [
    { cause: write.cause, changes: own },
    ...unexplained(adapter, rest, isReload),
  ]);
}

function ownChanges(
  adapter: AdapterDefinition,
  settled: { known: ObservedPage; write: PendingWrite; expected: Json | null; reading: PageReading },
  atMs: number,
): (change: Change) => boolean {
  const { known, write, expected, reading } = settled;
  if (expected !== null) {
    const keys = new Set(adapter.diffContext(known.context, expected, atMs).map(changeKey));
    return (change) => keys.has(changeKey(change));
  }
  const { before, after } = write;
  const isAll =
    after === null || positionIn({ before, after }, pageHashesOf(adapter, reading.context)) === 'after';
  return () => isAll;
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

function unexplained(
  adapter: AdapterDefinition,
  changes: Change[],
  isReload: boolean,
): { cause: ChangeCause; changes: Change[] }[] {
  if (isReload) return [{ cause: { kind: 'page', event: 'reload' }, changes }];
  const isByPage = ({ type }: Change) => adapter.ownChangeTypes.includes(type);
  return [
    { cause: { kind: 'page', event: 'refresh' }, changes: changes.filter(isByPage) },
    { cause: { kind: 'user' }, changes: changes.filter((change) => !isByPage(change)) },
  ];
}

function advanced(
  page: ObservedPage,
  reading: PageReading,
  causes: readonly { cause: ChangeCause; changes: Change[] }[],
): Observation {
  const steps = causes
    .filter(({ changes }) => changes.length > 0)
    .map((step, index): PageStep => ({ page: page.page, sequence: page.sequence + 1 + index, ...step }));
  return {
    page: {
      ...page,
      document: reading.source.document,
      context: reading.context,
      sequence: page.sequence + steps.length,
    },
    steps,
  };
}

function firstObservation({ source, context }: PageReading): ObservedPage {
  return { ...source, context, sequence: 0, writes: [] };
}
