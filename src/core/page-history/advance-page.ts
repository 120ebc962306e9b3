import type { Change } from '@/src/schema/change';
import type { ObservedPage, PageStep, PendingWrite } from '@/src/schema/observed-page';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import type { Observation } from '../ports/page-history';
import type { PageReading } from '../ports/page-port';
import { changeKey } from './change-key';
import { isPageChange, share } from './share-changes';

/** Maximum age of a late reading, in milliseconds. If one seems to be older, the clock was set back. */
export const LATEST_MS = 120_000;

export interface ClosingWrite {
  write: PendingWrite;
  certainty: Certainty;
}

/**
 * Observes a reading, and finds the cause of each difference from the page as last observed. `settled`: the write that this
 * reading closes; null if none.
 */
export function advancePage(
  adapter: AdapterDefinition,
  page: ObservedPage,
  reading: Pick<PageReading, 'source' | 'context'>,
  settled: ClosingWrite | null,
  atMs: number,
): Observation {
  const { source } = reading;
  const isReload = source.document !== page.document;
  const changes = adapter.diffContext(page.context, reading.context, atMs);
  const difference = { from: page.context, to: reading.context, keys: new Set(changes.map(changeKey)) };
  const certaintyOf = ({ isOpen }: PendingWrite) => (isOpen ? 'open' : 'late');
  // Without a dry run, a write's effect can't be distinguished from a reload's: then the reload is the cause.
  const isClaiming = ({ intended, after }: PendingWrite) => !isReload || intended !== null || after !== null;
  const claimOf = (write: PendingWrite, certainty: Certainty) => ({
    cause: write.cause,
    takes: effectOf(adapter, write, difference, certainty),
  });
  const claims = [
    ...(settled === null ? [] : [claimOf(settled.write, settled.certainty)]),
    ...openFirst(page.writes.filter(isClaiming)).map((write) => claimOf(write, certaintyOf(write))),
  ];
  const steps = share(adapter, changes, claims, isReload)
    .filter((step) => step.changes.length > 0)
    .map(
      (step, index): PageStep => ({ page: page.page, sequence: page.sequence + 1 + index, atMs, ...step }),
    );
  const isSeen = (write: PendingWrite) => changes.some(effectOf(adapter, write, difference, 'late'));
  return {
    page: {
      ...page,
      document: source.document,
      replaced: isReload ? replacedBy(source.document, page) : (page.replaced ?? []),
      order: source.order,
      askedAtMs: isReload ? source.askedAtMs : newestRequest(page, source),
      context: reading.context,
      sequence: page.sequence + steps.length,
      // A write takes effect once, in the document that it was decided on. An open one is still being settled.
      writes: page.writes.flatMap((write) => {
        if (write.isOpen) return [withSeen(write, steps, isReload)];
        const left = withSeen(write, steps, isReload);
        const isInParts = makesParts(adapter) && left.intended !== null;
        const isOver = isInParts ? left.intended?.length === 0 : isSeen(write);
        return isReload || isOver ? [] : [{ ...left, seen: [] }];
      }),
    },
    steps,
  };
}

/**
 * Time of the newest request that the document answered. An older request may be answered after a newer one; the time of the
 * newer one is kept. An answer of an earlier document to an older request is then recognized as outdated.
 */
function newestRequest(
  { askedAtMs: observedMs }: ObservedPage,
  { askedAtMs }: PageReading['source'],
): number {
  return observedMs - askedAtMs < LATEST_MS ? Math.max(observedMs, askedAtMs) : askedAtMs;
}

/** Replaced documents remembered for each page, so that a reading of one that arrives late is recognized as outdated. */
const MAX_REPLACED = 20;

function replacedBy(name: string, page: ObservedPage): string[] {
  const before = [...(page.replaced ?? []), page.document];
  return before.filter((other) => other !== name).slice(-MAX_REPLACED);
}

/** Open writes before late ones: a change is more likely the effect of a write that was just sent. */
function openFirst(writes: readonly PendingWrite[]): PendingWrite[] {
  return writes.toSorted((left, right) => Number(right.isOpen) - Number(left.isOpen));
}

/** Notes in an open write the observed step that the write caused. */
function withSeen(write: PendingWrite, steps: readonly PageStep[], isReload: boolean): PendingWrite {
  const step = steps.find(({ cause }) => cause === write.cause);
  if (step === undefined) return write;
  const keys = new Set(step.changes.map(changeKey));
  const intended = write.intended?.filter((key) => !keys.has(key)) ?? null;
  return { ...write, intended, seen: [...write.seen, { step, isReload }] };
}

/** The differences between two observations of a page. */
interface ContextDifference {
  /** The earlier context; `to` is the later one. */
  from: Json;
  to: Json;
  /** The key of each change (see changeKey). */
  keys: ReadonlySet<string>;
}

/**
 * Certainty about the outcome of a write.
 *
 * - `made`: it was made.
 * - `uncertain`: its outcome is settled as unknown.
 * - `open`: its outcome is being settled.
 * - `late`: its outcome was unknown, and it may still take effect.
 */
type Certainty = 'made' | 'uncertain' | 'open' | 'late';

/**
 * Selects the differences that a write made. For a write that was made: all that its dry run predicted. For an open one:
 * any part of these, since the attribution can still be corrected. An uncertain or late write counts as made only if all of its
 * predicted differences are observed at once, unless its page {@link makesParts}.
 */
function effectOf(
  adapter: AdapterDefinition,
  { before, after, intended }: PendingWrite,
  { from, to, keys }: ContextDifference,
  certainty: Certainty,
): (change: Change) => boolean {
  if (intended !== null) {
    const predicted = new Set(intended);
    const isMade =
      certainty === 'made' ||
      certainty === 'open' ||
      makesParts(adapter) ||
      (isSavedAsComputed(adapter, { before, after }, to) && intended.every((key) => keys.has(key)));
    return (change) => isMade && predicted.has(changeKey(change));
  }
  const isByPage = isPageChange(adapter);
  // Without a dry run, the write may have made any of the differences.
  if (after === null) return (change) => certainty === 'made' || (certainty === 'open' && !isByPage(change));
  // If the page is in the intended state, the write made all differences but those that the page makes by itself.
  const write = { before, after };
  const isReached = isVisible(write) && positionIn(write, pageHashesOf(adapter, to)) === 'after';
  const isSettled = certainty === 'made' || certainty === 'uncertain';
  const isStart = isSettled || positionIn(write, pageHashesOf(adapter, from)) === 'before';
  return (change) => isReached && isStart && !isByPage(change);
}

/**
 * True for a page without a save: it sends the parts of a change to its server one after the other, and no reload reverts those that it
 * has sent. A page with a save makes a change as a whole.
 */
export function makesParts({ saving }: AdapterDefinition): boolean {
  return saving === undefined;
}

/** True if the write saves nothing, or the saved state is exactly the intended one, which a change's key doesn't show. */
function isSavedAsComputed(
  adapter: AdapterDefinition,
  { before, after }: Pick<PendingWrite, 'before' | 'after'>,
  to: Json,
): boolean {
  if (after === null || after.savedHash === before.savedHash) return true;
  return pageHashesOf(adapter, to).savedHash === after.savedHash;
}
