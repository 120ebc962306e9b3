import { contextWithState } from '../adapter/context-with-state';
import { isStewardError, StewardError, toErrorInfo } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import { readingOf } from '../page-history/page-observer';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import { pageBusy } from '../page-lock/page-busy';
import type { UserConsent } from '../policy/user-consent';
import type { PageReading } from '../ports/page-port';
import type { Checkpoint } from '../records/checkpoint';
import { conversation } from '../records/message';
import type { HistoryPlace } from '../records/observed-page';
import { nextPosition } from '../records/record-access';
import { type ApplyOutcome, applyState, inexact, notTaken } from './apply-state';
import { type LeftChanged, leftChanged } from './left-changed';
import { entryAt, type RestoreIntent } from './restore-intent';
import type { RollbackEntry } from './rollback-entry';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** Facts about a change of the page, for the record. */
export interface PageApplication {
  /** Taken just before the change, so that the change can be undone. */
  safety: Checkpoint;
  /** The page as the change left it. */
  after: PageReading;
  /** Where its history stood then. */
  place: HistoryPlace;
}

/**
 * Takes a safety checkpoint, puts the page into `state`, and records the change. If the page does not take the state
 * exactly, or the change can't be recorded, the page is put back, unless others changed it since. The change is journaled
 * before the page is touched (see RestoreIntent). A late or unreadable answer is settled by reading the page again.
 * Rejects with the error that occurred: `state-refused` if the page did not take the state exactly or can't be put back,
 * `timeout` also if the outcome is unknown.
 */
export async function changePage(
  deps: RollbackDeps,
  situation: PageInputs,
  state: Json,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
  consent: UserConsent,
  entryOf: (change: PageApplication) => Promise<RollbackEntry>,
): Promise<void> {
  const { record, adapter, reading, now, base, differences, notes } = situation;
  const safety = await deps.checkpoints.take({
    ...safetyOf,
    chatId: record.chat.id,
    runId: null,
    messageId: null,
    position: nextPosition(record.messages),
    stateHash: reading.stateHash,
    state: now,
    // Should the rollback fail, nobody would hear of checkpoints let go for it; the next response's one makes up for it.
    limit: Number.POSITIVE_INFINITY,
    conversation: conversation(record.messages).map((message) => message.id),
    known: base,
    untold: unreportedWithOwn(adapter, record.chat.id, differences.changes, notes),
  });
  const afterContext = contextWithState(adapter, reading.context, state);
  const planned =
    afterContext === null
      ? null
      : await entryOf({
          safety,
          after: readingOf(adapter, afterContext, reading.source),
          place: differences.place,
        });
  const backId = deps.ids.newId();
  const savedHash = hashJson(adapter.savedState(reading.context));
  const intent: RestoreIntent = {
    chatId: record.chat.id,
    executionId: deps.ids.newId(),
    backId,
    startedAtMs: deps.clock.now(),
    reason: safetyOf.reason,
    page: reading.source.page,
    document: reading.source.document,
    before: { stateHash: reading.stateHash, savedHash },
    after: { stateHash: hashJson(state), savedHash },
    afterContext,
    entry: planned,
  };
  const changed = await begun(deps, situation, { intent, state }, consent);
  if (changed.kind === 'unclosed') throw unsettled(changed.failure);
  const wanted = { reason: safetyOf.reason, wantedHash: intent.after.stateHash, backId };
  if (changed.kind === 'unknown' || changed.kind === 'unread' || changed.kind === 'gone') {
    const { kind, reading: read, failure } = changed;
    throw await leftChanged(deps, situation, { ...wanted, kind, reading: read, causes: [failure] });
  }
  const after = changed.reading;
  if (changed.kind === 'other') {
    const causes = [changed.failure ?? inexact()];
    throw await leftChanged(deps, situation, { ...wanted, kind: 'not-put-back', reading: after, causes });
  }
  if (changed.kind === 'partly') {
    await putBack(deps, situation, { ...wanted, from: after, causes: [inexact()] }, consent);
    throw await undone(deps, situation, notTaken());
  }
  try {
    const { place } = changed;
    await deps.journal.recordRollback(entryAt(planned ?? (await entryOf({ safety, after, place })), place));
  } catch (error) {
    await putBack(deps, situation, { ...wanted, from: after, causes: [error] }, consent);
    throw await undone(deps, situation, error);
  }
}

/** The change itself, journaled first: from then on the chat has the page's lease. Rejects with `busy` if another has it. */
async function begun(
  deps: RollbackDeps,
  situation: PageInputs,
  { intent, state }: { intent: RestoreIntent; state: Json },
  consent: UserConsent,
): Promise<ApplyOutcome> {
  const holder = await deps.journal.beginRestore(intent);
  if (holder !== null) throw pageBusy(holder);
  const change = { executionId: intent.executionId, state, from: situation.reading };
  try {
    return await applyState(deps, situation, change, consent);
  } catch (error) {
    throw await undone(deps, situation, error);
  }
}

/** Ends a restore that left the page as it was; answers with its error. */
async function undone<Failure>(
  { journal }: RollbackDeps,
  { record }: PageInputs,
  error: Failure,
): Promise<Failure> {
  // What failed counts; a restore that can't be ended now is settled later.
  await journal.endRestore(record.chat.id, null, null).catch(() => undefined);
  return error;
}

/**
 * All or nothing: without its record the page must not stay changed. It is put back only from exactly `from`, so that
 * nothing is lost that others changed since. `causes`: why it is put back.
 */
async function putBack(
  deps: RollbackDeps,
  situation: PageInputs,
  {
    from,
    causes,
    backId,
    ...wanted
  }: Omit<LeftChanged, 'kind' | 'reading'> & {
    from: PageReading;
    backId: string;
  },
  consent: UserConsent,
): Promise<void> {
  const change = { executionId: backId, state: situation.now, from };
  const left = await applyState(deps, situation, change, consent).then(
    (back): Left | null => {
      const { reading } = back;
      switch (back.kind) {
        case 'done':
          return null;
        case 'partly':
          return { kind: 'in-part', reading, causes: [inexact()] };
        case 'other':
          return { kind: 'not-put-back', reading, causes: [back.failure ?? inexact()] };
        case 'unclosed':
          throw unsettled(back.failure);
        default:
          return { kind: 'maybe-back', reading, causes: [back.failure] };
      }
    },
    (error: unknown) => notPutBack(deps, situation, from, error),
  );
  if (left === null) return;
  throw await leftChanged(deps, situation, { ...wanted, ...left, causes: [...causes, ...left.causes] });
}

type Left = Pick<LeftChanged, 'kind' | 'reading' | 'causes'>;

/** How the page stands that refused to be put back. */
async function notPutBack(
  { page }: RollbackDeps,
  { record }: PageInputs,
  from: PageReading,
  error: unknown,
): Promise<Left> {
  if (!isStewardError(error) || error.code !== 'page-changed') {
    return { kind: 'in-part', reading: from, causes: [error] };
  }
  const reading = await page.readContext(record.chat, new AbortController().signal).catch(() => null);
  return { kind: 'not-put-back', reading, causes: [error] };
}

/** The restore stays in the journal, and so does its write in the page's history. */
function unsettled(cause: unknown): StewardError {
  return new StewardError('storage', 'What became of the page could not be stored.', {
    remedy: 'Free some space; what you do next in this chat first finds out how page and conversation stand.',
    details: toErrorInfo(cause).message,
    cause,
  });
}
