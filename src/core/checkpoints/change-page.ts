import { contextWithState } from '../adapter/context-with-state';
import { conversation } from '../chat/message';
import { untoldChanges } from '../context/untold-changes';
import { isStewardError, StewardError } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import { pageBusy } from '../loop/control-parts';
import type { PageReading } from '../loop/ports';
import { nextPosition } from '../loop/record-access';
import { NO_ANSWER, OPEN_CODES, settleWrite, type WriteAnswer, wasMade } from '../loop/settle-write';
import { neverSent } from '../page-history/close-write';
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
 * as it was, unless others changed it since. A late or unreadable answer is settled by reading the page again. Rejects
 * with what failed: with `state-refused` if the page didn't take the state exactly or can't be put back, with `timeout`
 * also where nobody knows whether it took it.
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
  const changed = await begun(deps, situation, { state, from: reading }, consent);
  const wanted = { reason: safetyOf.reason, wantedHash: hashJson(state) };
  if (changed.kind === 'unknown' || changed.kind === 'unread') {
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
    await writeDown({ safety, after, place: changed.place });
  } catch (error) {
    await putBack(deps, situation, { ...wanted, from: after, causes: [error] }, consent);
    throw await undone(deps, situation, error);
  }
}

/** The change itself, journaled first: from then on the chat has the page's lease. Rejects with `busy` if another has it. */
async function begun(
  deps: RollbackDeps,
  situation: PageSituation,
  change: { state: Json; from: PageReading },
  consent: PersonConsent,
): Promise<PutOutcome> {
  const executionId = deps.ids.newId();
  const { chat } = situation.record;
  const startedAtMs = deps.clock.now();
  const holder = await deps.journal.beginRestore({ chatId: chat.id, executionId, startedAtMs });
  if (holder !== null) throw pageBusy(holder);
  try {
    return await put(deps, situation, { ...change, executionId }, consent);
  } catch (error) {
    throw await undone(deps, situation, error);
  }
}

/** Ends a restore that left the page as it was; answers with its error. */
async function undone<Failure>(
  { journal }: RollbackDeps,
  { record }: PageSituation,
  error: Failure,
): Promise<Failure> {
  // What failed counts, not that the lease then ends by itself.
  await journal.endRestore(record.chat.id, null).catch(() => undefined);
  return error;
}

/** What putting the page into a state came to, where the page isn't simply as before. */
type PutOutcome =
  | { kind: 'done'; reading: PageReading; place: HistoryPlace }
  /** It is in another state, and that is exactly what it answered to be left in. */
  | { kind: 'partly'; reading: PageReading }
  /** It is in another state, in which others may have a part. */
  | { kind: 'other'; reading: PageReading; failure: unknown }
  /** The page did not answer, and doesn't show the state. */
  | { kind: 'unknown'; reading: PageReading | null; failure: unknown }
  /** It answered that it took the state, and can't be read. */
  | { kind: 'unread'; reading: null; failure: unknown };

/** The one way of this room to the page: with a token of its own for each state. Rejects where the page is as before. */
async function put(
  deps: RollbackDeps,
  { record, adapter }: PageSituation,
  { executionId, state, from }: { executionId: string; state: Json; from: PageReading },
  consent: PersonConsent,
): Promise<PutOutcome> {
  const { chat } = record;
  const { signal } = new AbortController();
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
  const { answer, failure } = await deps.page.applyState(chat, { executionId, state, token }, signal).then(
    ({ stateHash }): Answered => ({
      failure: null,
      answer: { ...ENDED, word: 'done', stateHashAfter: stateHash },
    }),
    (error: unknown): Answered => ({ failure: error, answer: answerAfter(error) }),
  );
  // A page that is gone has lost its state along with it.
  if (isStewardError(failure) && failure.code === 'page-gone') throw failure;
  if (answer === null) {
    await deps.observer.closeWrite(chat, from.source.page, neverSent(executionId));
    throw failure;
  }
  const settled = await settleWrite(deps, chat, write, answer, signal);
  const { verdict, reading } = settled;
  const { now, made } = await deps.observer.closeWrite(chat, from.source.page, {
    executionId,
    reading,
    left: verdict === 'applied' ? afterContext : null,
    wasMade: wasMade(verdict),
    // A state that was taken and that no reading has shown yet will be shown by a later reading.
    mayArriveLate: verdict === 'uncertain' || (verdict === 'applied' && reading === null),
  });
  if (verdict === 'refused') throw failure ?? notTaken();
  if (verdict === 'uncertain') return { kind: 'unknown', reading, failure };
  if (reading === null) return { kind: 'unread', reading, failure: settled.error };
  if (verdict !== 'applied') {
    return reading.stateHash === answer.stateHashAfter
      ? { kind: 'partly', reading }
      : { kind: 'other', reading, failure };
  }
  // If others changed the page before it was read, the next message tells the model so.
  return afterContext === null
    ? { kind: 'done', reading, place: now }
    : { kind: 'done', reading: readingOf(adapter, afterContext, reading.source), place: made };
}

/** The page's word on a state. `answer`: null if the state never reached the page. */
interface Answered {
  answer: WriteAnswer | null;
  failure: unknown;
}

const ENDED = { stateHashAfter: null, mayArriveLate: false } as const;

/** After some errors the page may have taken the state all the same, or in part, or may take it yet. */
function answerAfter(failure: unknown): WriteAnswer | null {
  if (!isStewardError(failure) || OPEN_CODES.includes(failure.code)) return NO_ANSWER;
  return failure.code === 'state-refused' ? { ...ENDED, word: 'refused' } : null;
}

/**
 * All or nothing: without its record the page must not stay changed. It is put back only from exactly `from`, so that
 * nothing is lost that others changed since. `causes`: why it is put back.
 */
async function putBack(
  deps: RollbackDeps,
  situation: PageSituation,
  { from, causes, ...wanted }: Omit<LeftChanged, 'kind' | 'reading'> & { from: PageReading },
  consent: PersonConsent,
): Promise<void> {
  const change = { executionId: deps.ids.newId(), state: situation.now, from };
  const left = await put(deps, situation, change, consent).then(
    (back): Left | null => {
      const { reading } = back;
      switch (back.kind) {
        case 'done':
          return null;
        case 'partly':
          return { kind: 'in-part', reading, causes: [inexact()] };
        case 'other':
          return { kind: 'not-put-back', reading, causes: [back.failure ?? inexact()] };
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
  { record }: PageSituation,
  from: PageReading,
  error: unknown,
): Promise<Left> {
  if (!isStewardError(error) || error.code !== 'page-changed') {
    return { kind: 'in-part', reading: from, causes: [error] };
  }
  const reading = await page.readContext(record.chat, new AbortController().signal).catch(() => null);
  return { kind: 'not-put-back', reading, causes: [error] };
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
