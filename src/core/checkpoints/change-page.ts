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

/** What was done to the page, for the record. */
export interface PageChange {
  /** Taken just before: the way back. */
  safety: Checkpoint;
  /** The page as the change left it. */
  after: PageReading;
  /** Where its history stood then. */
  place: HistoryPlace;
}

/**
 * Takes a safety checkpoint, puts the page into `state`, and has it written down: all of it, or the page is put back
 * as it was. A late or unreadable answer is settled by reading the page again. Rejects with what failed: with
 * `state-refused` if the page didn't take the state exactly, with `timeout` also where nobody knows whether it did.
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
    // Should the rollback fail, nobody would hear of checkpoints let go for it; the next response's one makes up for it.
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

/** What putting the page into a state came to, where the page isn't simply as before. */
type PutOutcome =
  | { kind: 'done' | 'partly'; reading: PageReading; place: HistoryPlace }
  /** The page did not answer, and doesn't show the state. */
  | { kind: 'unknown'; reading: PageReading | null; failure: unknown }
  /** It answered that it took the state, and can't be read. */
  | { kind: 'unread'; reading: null; failure: unknown };

/** The one way of this room to the page: with a token of its own for each state. Rejects where the page is as before. */
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
  const { failure, stateHashAfter } = await deps.page
    .applyState(chat, { executionId, state, token }, signal)
    .then(
      ({ stateHash }) => ({ failure: null, stateHashAfter: stateHash }),
      (error: unknown) => ({ failure: error, stateHashAfter: null }),
    );
  // A page that is gone has lost its state along with it.
  if (isStewardError(failure) && failure.code === 'page-gone') throw failure;
  const settled = await settleWrite(deps, chat, write, answerOf(failure, stateHashAfter), signal);
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
  // If others changed the page before it was read, the next message tells the model so.
  return afterContext === null
    ? { kind: 'done', reading, place: now }
    : { kind: 'done', reading: readingOf(adapter, afterContext, reading.source), place: made };
}

/** After some errors the page may have taken the state all the same, or may take it yet. */
function answerOf(failure: unknown, stateHashAfter: string | null): WriteAnswer {
  if (failure === null) return { word: 'done', stateHashAfter, mayArriveLate: false };
  const isOpen = isStewardError(failure) && OPEN_CODES.includes(failure.code);
  return isOpen ? NO_ANSWER : { word: 'refused', stateHashAfter: null, mayArriveLate: false };
}

/** All or nothing: without its record the page must not stay changed. `causes`: why it is put back. */
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

/** What {@link notTaken} is before the page is put back. */
function inexact(): StewardError {
  const { code, remedy } = notTaken();
  return new StewardError(code, 'The page did not take the state exactly.', { remedy });
}
