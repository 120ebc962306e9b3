import { contextWithState } from '../adapter/context-with-state';
import { conversation } from '../chat/message';
import { untoldChanges } from '../context/untold-changes';
import { isStewardError, StewardError } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../loop/ports';
import { nextPosition } from '../loop/record-access';
import { NO_ANSWER, OPEN_CODES, settleWrite, type WriteAnswer, wasMade } from '../loop/settle-write';
import type { HistoryPlace } from '../page-history/observed-page';
import { readingOf } from '../page-history/page-observer';
import type { PersonConsent } from '../policy/person-consent';
import type { Checkpoint } from './checkpoint';
import { type LeftChanged, leftChanged } from './left-changed';
import type { RollbackDeps } from './rollback-ports';
import type { PageSituation } from './situation';

/** Facts about a change of the page, for the record. */
export interface PageChange {
  /** Taken just before the change, so that the change can be undone. */
  safety: Checkpoint;
  /** The page as the change left it. */
  after: PageReading;
  /** The place in the page's history that belongs to `after`. */
  place: HistoryPlace;
}

/**
 * Takes a safety checkpoint, puts the page into `state`, and records the change. If the page does not take the state
 * exactly, or the change can't be recorded, the page is put back. A late or unreadable answer is settled by reading the
 * page again. Rejects with the error that occurred: `state-refused` if the page did not take the state exactly, `timeout`
 * also if the outcome is unknown.
 */
export async function changePage(
  deps: RollbackDeps,
  situation: PageSituation,
  state: Json,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
  consent: PersonConsent,
  writeDown: (change: PageChange) => Promise<void>,
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
    // No limit: if the rollback failed, checkpoints dropped here would go unreported. The next response's checkpoint
    // applies the limit.
    limit: Number.POSITIVE_INFINITY,
    conversation: conversation(record.messages).map((message) => message.id),
    known: base,
    untold: untoldChanges(adapter, record.chat.id, differences.changes, notes),
  });
  const changed = await put(deps, situation, { state, from: reading }, consent);
  const { reason } = safetyOf;
  const wanted = { reason, wantedHash: hashJson(state) };
  if (changed.kind === 'unknown' || changed.kind === 'unread') {
    const { kind, failure } = changed;
    const stateHash = changed.reading?.stateHash ?? null;
    throw await leftChanged(deps, situation, { ...wanted, kind, stateHash, causes: [failure] });
  }
  const after = changed.reading;
  if (changed.kind === 'partly') {
    await putBack(deps, situation, { ...wanted, from: after, causes: [inexact()] }, consent);
    throw notTaken();
  }
  try {
    await writeDown({ safety, after, place: changed.place });
  } catch (error) {
    await putBack(deps, situation, { ...wanted, from: after, causes: [error] }, consent);
    throw error;
  }
}

/** The outcome of putting the page into a state; if the page is unchanged, `put` rejects instead. */
type PutOutcome =
  | { kind: 'done' | 'partly'; reading: PageReading; place: HistoryPlace }
  /** The page did not answer, and does not show the state. */
  | { kind: 'unknown'; reading: PageReading | null; failure: unknown }
  /** The page answered that it took the state, but can't be read. */
  | { kind: 'unread'; reading: null; failure: unknown };

/**
 * Puts the page into a state, with a write token issued for that state. All changes of the page from this folder go
 * through here. Rejects if the page is unchanged or gone.
 */
async function put(
  deps: RollbackDeps,
  { record, adapter }: PageSituation,
  { state, from }: { state: Json; from: PageReading },
  consent: PersonConsent,
): Promise<PutOutcome> {
  const { chat } = record;
  const { signal } = new AbortController();
  const executionId = deps.ids.newId();
  const request = { executionId, state, stateHash: from.stateHash };
  const token = await deps.gate.authorizeState(record, request, consent, signal);
  const savedHash = hashJson(adapter.savedState(from.context));
  const write = {
    executionId,
    before: { stateHash: from.stateHash, savedHash },
    after: { stateHash: hashJson(state), savedHash },
  };
  const cause = { kind: 'restore' as const, chatId: chat.id, chatTitle: chat.title };
  const afterContext = contextWithState(adapter, from.context, state);
  await deps.observer.openWrite(chat, {
    executionId,
    cause,
    reading: from,
    after: write.after,
    afterContext,
  });
  const failure = await deps.page.applyState(chat, { executionId, state, token }, signal).then(
    () => null,
    (error: unknown) => error,
  );
  // A page that is gone has lost its unsaved state too: there is nothing to settle.
  if (isStewardError(failure) && failure.code === 'page-gone') throw failure;
  const settled = await settleWrite(deps, chat, write, answerOf(failure), signal);
  const { verdict, reading } = settled;
  const { now, made } = await deps.observer.closeWrite(chat, from.source.page, {
    executionId,
    reading,
    left: verdict === 'applied' ? afterContext : null,
    wasMade: wasMade(verdict),
    mayArriveLate: verdict === 'uncertain',
  });
  if (verdict === 'refused') throw failure ?? notTaken();
  if (verdict === 'uncertain') return { kind: 'unknown', reading, failure };
  if (reading === null) return { kind: 'unread', reading, failure: settled.error };
  if (verdict !== 'applied') return { kind: 'partly', reading, place: now };
  // If others changed the page before it was read, the next message reports their changes.
  return afterContext === null
    ? { kind: 'done', reading, place: now }
    : { kind: 'done', reading: readingOf(adapter, afterContext, reading.source), place: made };
}

/** After some errors the page may have taken the state nevertheless, or may still take it. */
function answerOf(failure: unknown): WriteAnswer {
  if (failure === null) return { word: 'done', stateHashAfter: null, mayArriveLate: false };
  const isOpen = isStewardError(failure) && OPEN_CODES.includes(failure.code);
  return isOpen ? NO_ANSWER : { word: 'refused', stateHashAfter: null, mayArriveLate: false };
}

/** Puts the page back: it must not stay changed without a record. `causes`: the errors that made this necessary. */
async function putBack(
  deps: RollbackDeps,
  situation: PageSituation,
  { from, causes, ...wanted }: Omit<LeftChanged, 'kind' | 'stateHash'> & { from: PageReading },
  consent: PersonConsent,
): Promise<void> {
  const left = await put(deps, situation, { state: situation.now, from }, consent).then(
    (back): Pick<LeftChanged, 'kind' | 'stateHash' | 'causes'> | null => {
      const stateHash = back.reading?.stateHash ?? null;
      switch (back.kind) {
        case 'done':
          return null;
        case 'partly':
          return { kind: 'in-part', stateHash, causes: [inexact()] };
        default:
          return { kind: 'maybe-back', stateHash, causes: [back.failure] };
      }
    },
    (error: unknown) => ({ kind: 'in-part' as const, stateHash: from.stateHash, causes: [error] }),
  );
  if (left === null) return;
  throw await leftChanged(deps, situation, { ...wanted, ...left, causes: [...causes, ...left.causes] });
}

function notTaken(): StewardError {
  return new StewardError('state-refused', 'The page did not take the state exactly, so it was put back.', {
    remedy: 'Look at the page, then choose another checkpoint.',
  });
}

/** Like {@link notTaken}, for a page that has not been put back. */
function inexact(): StewardError {
  const { code, remedy } = notTaken();
  return new StewardError(code, 'The page did not take the state exactly.', { remedy });
}
