import type { ObservedPage, PageStep, PendingWrite, SeenStep } from '@/src/schema/observed-page';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { contextWithState } from '../adapter/context-with-state';
import type { Observation } from '../ports/page-history';
import type { PageReading } from '../ports/page-port';
import { RELOAD, USER } from '../records/change-cause';
import { advancePage, type ClosingWrite, makesParts } from './advance-page';
import { changeKey } from './change-key';
import { isOutdated } from './observe';
import type { WriteVerdict } from './settle-write';

/** Late writes that are remembered for each page; older ones are dropped. */
const MAX_LATE_WRITES = 20;

/** A write whose outcome is settled as far as possible. */
export interface SettledWrite {
  executionId: string;
  /**
   * The page after the write; null if it could not be read. Its context is null if no reading was needed, because the page's answer
   * proves `left`.
   */
  reading: (Pick<PageReading, 'source'> & { context: Json | null }) | null;
  /**
   * The page's context right after the write; null if unknown. Others may have changed the page before the reading.
   */
  left: Json | null;
  /** True if the write was made, false if not, null if unknown. */
  wasMade: boolean | null;
  /** True if the effect may still be observed: the write may yet take effect, or was made and not observed. */
  mayArriveLate: boolean;
  /** For a write that was closed as uncertain before: the steps that are attributed to it. */
  earlier?: readonly PageStep[];
}

/** The end of a write with this verdict. `left`: see {@link SettledWrite}. */
export function settledWrite(
  executionId: string,
  { verdict, reading }: { verdict: WriteVerdict; reading: SettledWrite['reading'] },
  left: Json | null,
): SettledWrite {
  return {
    executionId,
    reading,
    left,
    wasMade: verdict === 'uncertain' ? null : verdict !== 'refused',
    // What no reading has shown yet of a write that was made will be shown by a later one.
    mayArriveLate: verdict === 'uncertain' || (verdict !== 'refused' && reading === null),
  };
}

/** Settles a write that certainly had no effect. */
export function neverSent(executionId: string): SettledWrite {
  return settledWrite(executionId, { verdict: 'refused', reading: null }, null);
}

/** The page at the end of a write. */
export interface ClosedWrite extends Observation {
  /** Steps with a greater sequence number happened after the write. Null if the write had been closed before. */
  madeAt: number | null;
}

/** Closes a write. The differences that its dry run predicted are attributed to the write; all others count as made after it. */
export function closeWrite(
  adapter: AdapterDefinition,
  observed: ObservedPage,
  outcome: SettledWrite,
  atMs: number,
): ClosedWrite {
  const write = observed.writes.find(({ executionId }) => executionId === outcome.executionId) ?? null;
  if (write === null) {
    return { ...lastObservation(adapter, observed, outcome, null, atMs), madeAt: null };
  }
  const { seen, intended } = write;
  const others = observed.writes.filter((pending) => pending !== write);
  // A write of unknown outcome counts as made if its whole effect was observed; where the page makes parts, so does each part.
  const isWhole = seen.length > 0 && (intended === null || intended.length === 0);
  const isOwn = outcome.wasMade ?? (isWhole || (intended !== null && makesParts(adapter)));
  const keysSeen = seen.flatMap(({ step }) => step.changes.map(changeKey));
  const ended = {
    ...write,
    seen: [],
    isOpen: false,
    intended: isOwn ? intended : (intended?.concat(keysSeen) ?? null),
  };
  const late = outcome.mayArriveLate && !(isOwn && isWhole) ? [ended] : [];
  const page = { ...observed, writes: [...others, ...late].slice(-MAX_LATE_WRITES) };
  const certainty = outcome.wasMade === true ? 'made' : 'uncertain';
  const whole = { ...ended, intended: intended?.concat(keysSeen) ?? null };
  // Others may have made and reverted the observed changes before the write was made. The write then makes them again, so they still
  // count as intended.
  const settled =
    outcome.wasMade === false
      ? null
      : ({ write: outcome.wasMade === true ? whole : ended, certainty } as const);
  const changesNothing = seen.length === 0 && intended?.length === 0;
  const { reading, left } = outcome;
  const isNewestAnswer = outcome.wasMade === true && reading?.context === null && !isOutdated(page, reading);
  // An observed effect has its step, and so has a change that reverted it: neither is recorded again. Only an answer
  // that is newer than all readings adds a step.
  const isUnseen = seen.length === 0 ? !changesNothing : isNewestAnswer;
  if (settled !== null && isUnseen && reading !== null && left !== null) {
    return madeUnseen(adapter, page, { reading, left, unseen: ended }, settled, atMs);
  }
  const closed = lastObservation(adapter, page, outcome, settled, atMs);
  return {
    page: closed.page,
    steps: [...(isOwn ? [] : seen.map(byOthers)), ...closed.steps],
    madeAt: changesNothing ? write.openedAt : (seen[0]?.step.sequence ?? closed.page.sequence),
  };
}

/** A step with its cause corrected, because the write did not make its changes. */
function byOthers({ step, isReload }: SeenStep): PageStep {
  return { ...step, cause: isReload ? RELOAD : USER };
}

/** Observes the reading that closes a write. A reading older than the last observed one changes nothing. */
function lastObservation(
  adapter: AdapterDefinition,
  page: ObservedPage,
  { reading }: SettledWrite,
  settled: ClosingWrite | null,
  atMs: number,
): Observation {
  if (reading === null || reading.context === null || isOutdated(page, reading)) return { page, steps: [] };
  const { source, context } = reading;
  return advancePage(adapter, page, { source, context }, settled, atMs);
}

/**
 * Records a write that was made, but whose effect was not observed yet: first its effect, then the later changes by
 * others. Both are recorded even if others reverted the effect before the page was read. `unseen`: the write with those
 * intended changes that were never observed.
 */
function madeUnseen(
  adapter: AdapterDefinition,
  page: ObservedPage,
  {
    reading,
    left,
    unseen,
  }: { reading: NonNullable<SettledWrite['reading']>; left: Json; unseen: PendingWrite },
  settled: ClosingWrite,
  atMs: number,
): ClosedWrite {
  const isLate = isOutdated(page, reading);
  // An answer comes from the document that made the write, a reading perhaps from a later one.
  const isAnswer = reading.context === null && !isLate;
  const source = isLate || isAnswer ? { ...reading.source, page: page.page } : page;
  const context = contextAfter(adapter, page.context, left);
  const made = advancePage(adapter, page, { source, context }, settled, atMs);
  const rest = withoutMade(unseen, made.steps);
  if (isAnswer) {
    // The page's answer is the newest reading, so nothing can have followed. The next reading shows the rest of the effect.
    const writes = rest === null ? made.page.writes : [...made.page.writes, rest].slice(-MAX_LATE_WRITES);
    return { page: { ...made.page, writes }, steps: made.steps, madeAt: made.page.sequence };
  }
  // A reload between the two readings happened before or after the write: it counts as the cause on both sides.
  const isReloaded = !isLate && reading.source.document !== page.document;
  const before = made.steps.map((step) =>
    isReloaded && step.cause.kind === 'user' ? { ...step, cause: RELOAD } : step,
  );
  const now = isLate
    ? { source: page, context: page.context }
    : { source: reading.source, context: reading.context ?? context };
  const ending = rest === null ? null : ({ write: rest, certainty: 'made' } as const);
  const since = advancePage(adapter, made.page, now, ending, atMs);
  const own = since.steps.findLast(({ cause }) => cause === settled.write.cause);
  return {
    // If the outdated reading is of an earlier document, going to that document and back counts as two reloads, which drop pending
    // writes. These belong to the present document, so they stay.
    page: isLate ? { ...since.page, writes: page.writes } : since.page,
    steps: [...before, ...since.steps],
    madeAt: own?.sequence ?? made.page.sequence,
  };
}

/** A page's context after a write. Only the restorable state is known then; the rest is as last observed. */
function contextAfter(adapter: AdapterDefinition, observed: Json, left: Json): Json {
  return contextWithState(adapter, observed, adapter.restorableState(left)) ?? left;
}

/**
 * The part of a write's effect that is outside the restorable state, such as what a commit saved; null if there is none,
 * or no dry run. Only a reading of the page shows that part.
 */
function withoutMade(write: PendingWrite, steps: readonly PageStep[]): PendingWrite | null {
  const own = steps.filter(({ cause }) => cause === write.cause);
  const made = new Set(own.flatMap(({ changes }) => changes.map(changeKey)));
  const intended = write.intended?.filter((key) => !made.has(key)) ?? [];
  return intended.length === 0 ? null : { ...write, intended };
}
