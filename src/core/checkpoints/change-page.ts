import { english } from '@/src/core/text/english';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import { hasCode, type StewardError, textError, toErrorInfo } from '../errors';
import { readingOf } from '../page-history/page-observer';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import { pageBusy } from '../page-lock/lock-of';
import type { UserConsent } from '../policy/user-consent';
import type { HistoryChange } from '../ports/page-history';
import type { PageReading } from '../ports/page-port';
import { conversation } from '../records/message';
import { boundPage, nextPosition } from '../records/record-access';
import { isActive } from '../records/transition';
import {
  type ApplyOutcome,
  allowState,
  applyState,
  inexact,
  notTaken,
  openingOf,
  type StateChange,
} from './apply-state';
import { type LeftChanged, leftChanged } from './left-changed';
import type { RestoreIntent } from './restore-intent';
import type { RollbackEntry } from './rollback-entry';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** Facts about a change of the page, for the messages and the audit. */
export interface PageApplication {
  /** Taken just before the change, so that the change can be undone. */
  safety: Checkpoint;
  /** The page right after the change. */
  after: PageReading;
}

/**
 * Takes a safety checkpoint, puts the page into `state`, and records the change. The change is journaled before it is sent to
 * the page (see RestoreIntent). After a late or unreadable answer, a reading of the page decides the outcome. If the page does
 * not accept the state exactly, or the change can't be recorded, the previous state is restored, unless others changed the page
 * since. A page that is never restored (`isNeverRestored`) stays as it is.
 *
 * Rejects with the error that occurred: `state-refused` if the page did not accept the state exactly or its previous state can't
 * be restored, `timeout` also if the outcome is unknown. Returns what {@link RollbackJournal} `recordRollback` does.
 */
export async function changePage(
  deps: RollbackDeps,
  inputs: PageInputs,
  state: Json,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
  consent: UserConsent,
  entryOf: (change: PageApplication) => Promise<RollbackEntry>,
): Promise<boolean> {
  const { record, adapter, reading } = inputs;
  if (adapter.isNeverRestored) return keepPage(deps, inputs, safetyOf, entryOf);
  const safety = await takeSafety(deps, inputs, safetyOf);
  const wanted = { executionId: deps.ids.newId(), state, from: reading };
  const change = await allowState(deps, inputs, wanted, consent);
  const { afterContext } = change;
  const prepared =
    afterContext === null
      ? null
      : await entryOf({ safety, after: readingOf(adapter, afterContext, reading.source) });
  const backId = deps.ids.newId();
  const intent: RestoreIntent = {
    chatId: record.chat.id,
    executionId: change.executionId,
    backId,
    startedAtMs: deps.clock.now(),
    reason: safetyOf.reason,
    page: reading.source.page,
    document: reading.source.document,
    before: change.before,
    after: change.after,
    afterContext,
    entry: prepared,
  };
  const holder = await deps.journal.beginRestore(intent, openingOf(deps, inputs, change));
  if (holder !== null) throw pageBusy(holder);
  const changed = await applyState(deps, inputs, change);
  const facts = { reason: safetyOf.reason, wantedHash: change.after.stateHash, backId };
  const { kind, ends } = changed;
  if (kind === 'refused') throw await endUnchanged(deps, inputs, ends, changed.failure);
  if (kind === 'unknown' || kind === 'unread' || kind === 'gone') {
    throw await leftChanged(deps, inputs, {
      ...facts,
      kind,
      ends,
      reading: changed.reading,
      causes: [changed.failure],
    });
  }
  const after = changed.reading;
  if (kind === 'other') {
    const causes = [changed.failure ?? inexact()];
    throw await leftChanged(deps, inputs, { ...facts, kind: 'not-restored', ends, reading: after, causes });
  }
  if (kind === 'partly') {
    await endMade(deps, ends);
    const back = await restoreBefore(deps, inputs, { ...facts, from: after, causes: [inexact()] }, consent);
    throw await endUnchanged(deps, inputs, back, notTaken());
  }
  try {
    return await deps.journal.recordRollback(prepared ?? (await entryOf({ safety, after })), [ends]);
  } catch (error) {
    await endMade(deps, ends);
    const back = await restoreBefore(deps, inputs, { ...facts, from: after, causes: [error] }, consent);
    throw await endUnchanged(deps, inputs, back, error);
  }
}

/** Records a change of the conversation alone, after a safety checkpoint. The page is kept. */
export async function keepPage(
  deps: RollbackDeps,
  inputs: PageInputs,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
  entryOf: (kept: PageApplication) => Promise<RollbackEntry>,
): Promise<boolean> {
  const safety = await takeSafety(deps, inputs, safetyOf);
  return deps.journal.recordRollback(await entryOf({ safety, after: inputs.reading }), []);
}

function takeSafety(
  deps: RollbackDeps,
  { record, adapter, reading, now, base, differences }: PageInputs,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
): Promise<Checkpoint> {
  const { run } = record;
  return deps.checkpoints.take({
    ...safetyOf,
    chatId: record.chat.id,
    page: boundPage(record.chat),
    runId: null,
    messageId: null,
    position: nextPosition(record.messages),
    stateHash: reading.stateHash,
    state: now,
    // Deletes no old checkpoints: if the rollback failed, they would be lost without a message in the chat. The next
    // response's checkpoint deletes them.
    limit: Number.POSITIVE_INFINITY,
    conversation: conversation(record.messages).map((message) => message.id),
    ...(run === null || isActive(run.status)
      ? {}
      : { run: { id: run.id, status: run.status, error: run.error, endedAtMs: run.endedAtMs } }),
    known: base,
    unreported: unreportedWithOwn(adapter, record.chat, differences),
  });
}

/** Ends a restore that left the page as it was. Returns `error`, for the caller to throw. */
async function endUnchanged<Failure>(
  { journal }: RollbackDeps,
  { record }: PageInputs,
  ends: HistoryChange,
  error: Failure,
): Promise<Failure> {
  // The first error is the one to report. If the restore can't be ended now, it is settled later.
  await journal.endRestore(record.chat.id, null, null, [ends]).catch(() => undefined);
  return error;
}

/** Ends the write that changed the page, before a second write restores the previous state. */
async function endMade({ observer }: RollbackDeps, ends: HistoryChange): Promise<void> {
  try {
    await observer.store(ends);
  } catch (error) {
    throw unsettled(error);
  }
}

/**
 * Restores the page's previous state, since a page must not stay changed without an entry in the journal. Does so only if the
 * page is still exactly in the state `from`, so that later changes by others aren't lost. `causes`: the errors that made this
 * necessary. Returns the end of the restoring write, for the caller to store.
 */
async function restoreBefore(
  deps: RollbackDeps,
  inputs: PageInputs,
  {
    from,
    causes,
    backId,
    ...wanted
  }: Omit<LeftChanged, keyof Left> & Pick<Left, 'causes'> & { from: PageReading; backId: string },
  consent: UserConsent,
): Promise<HistoryChange> {
  const change = { executionId: backId, state: inputs.now, from };
  const back = await sendBack(deps, inputs, change, consent).catch((failure: unknown): Refused => {
    return { kind: 'refused', failure, ends: null };
  });
  if (back.kind === 'done') return back.ends;
  const left = await leftBy(deps, inputs, from, back);
  throw await leftChanged(deps, inputs, { ...wanted, ...left, causes: [...causes, ...left.causes] });
}

/** Notes the change that restores the previous state, and sends it. Rejects if it was not sent. */
async function sendBack(
  deps: RollbackDeps,
  inputs: PageInputs,
  change: StateChange,
  consent: UserConsent,
): Promise<ApplyOutcome> {
  const allowed = await allowState(deps, inputs, change, consent);
  await deps.observer.store(openingOf(deps, inputs, allowed));
  return applyState(deps, inputs, allowed);
}

/** The previous state was not restored. `ends`: null if nothing was sent. */
interface Refused {
  kind: 'refused';
  failure: unknown;
  ends: HistoryChange | null;
}

type Left = Pick<LeftChanged, 'kind' | 'reading' | 'ends' | 'causes'>;

/** The state of a page whose previous state could not be restored. */
async function leftBy(
  { page }: RollbackDeps,
  { record }: PageInputs,
  from: PageReading,
  back: Exclude<ApplyOutcome, { kind: 'done' | 'refused' }> | Refused,
): Promise<Left> {
  const { ends } = back;
  switch (back.kind) {
    case 'partly':
      return { kind: 'in-part', reading: back.reading, ends, causes: [inexact()] };
    case 'other':
      return { kind: 'not-restored', reading: back.reading, ends, causes: [back.failure ?? inexact()] };
    case 'refused': {
      const causes = [back.failure];
      if (!hasCode(back.failure, 'page-changed')) return { kind: 'in-part', reading: from, ends, causes };
      // If the page can't be read either, the first error is the one to report.
      const reading = await page.readContext(record.chat, new AbortController().signal).catch(() => null);
      return { kind: 'not-restored', reading, ends, causes };
    }
    default:
      return { kind: 'maybe-back', reading: back.reading, ends, causes: [back.failure] };
  }
}

/** The error for an outcome that can't be stored. The restore stays in the journal, to be settled later. */
function unsettled(cause: unknown): StewardError {
  return textError('storage', 'error.checkpoints.unsettled', {
    details: english(toErrorInfo(cause).message),
    cause,
  });
}
