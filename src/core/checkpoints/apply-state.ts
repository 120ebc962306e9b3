import type { HistoryPlace } from '@/src/schema/observed-page';
import type { Json } from '@/src/schema/values/json';
import { contextWithState } from '../adapter/context-with-state';
import { savedStateOf } from '../adapter/saving';
import { hasCode, isStewardError, type StewardError, textError } from '../errors';
import { hashJson } from '../hash';
import { neverSent, type SettledWrite, settledWrite } from '../page-history/close-write';
import { readingOf, type WritePlaces } from '../page-history/page-observer';
import { NO_ANSWER, OPEN_CODES, settleWrite, type WriteAnswer } from '../page-history/settle-write';
import type { UserConsent } from '../policy/user-consent';
import type { PageReading } from '../ports/page-port';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/**
 * Outcome of applying a state. There is none for a page that is certainly as before: {@link applyState} then rejects.
 */
export type ApplyOutcome =
  | { kind: 'done'; reading: PageReading; place: HistoryPlace }
  /** The page is in another state, exactly the one that it reported. */
  | { kind: 'partly'; reading: PageReading }
  /** The page is in another state; others may have changed it. */
  | { kind: 'other'; reading: PageReading; failure: unknown }
  /** The page did not answer, and isn't in the requested state or can't be read. */
  | { kind: 'unknown'; reading: PageReading | null; failure: unknown }
  | Unclosed
  /** The page went away before it answered. */
  | { kind: 'gone'; reading: null; failure: unknown }
  /** The page confirmed the state, but can't be read. */
  | { kind: 'unread'; reading: null; failure: unknown };

/** The outcome could not be stored. */
interface Unclosed {
  kind: 'unclosed';
  reading: null;
  failure: unknown;
}

/** Replaces the page's restorable state, with a token of its own. Rejects if the page is as before. */
export async function applyState(
  deps: RollbackDeps,
  { record, adapter }: PageInputs,
  { executionId, state, from }: { executionId: string; state: Json; from: PageReading },
  consent: UserConsent,
): Promise<ApplyOutcome> {
  const { chat } = record;
  const { signal } = new AbortController();
  const token = await deps.gate.authorizeState(record, { executionId, state, from }, consent, signal);
  const savedHash = hashJson(savedStateOf(adapter, from.context));
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
      answer: { ...ENDED, reply: 'done', stateHashAfter: stateHash },
    }),
    (error: unknown): Answered => ({ failure: error, answer: answerAfter(error) }),
  );
  const close = (ended: SettledWrite): Promise<WritePlaces | Unclosed> =>
    deps.observer
      .closeWrite(chat, from.source.page, ended)
      .catch((error: unknown): Unclosed => ({ kind: 'unclosed', reading: null, failure: error }));
  // The document that received the state is gone, so its effect can't be observed any more.
  const goneWith = async (error: unknown): Promise<ApplyOutcome> => {
    const lost = { reading: null, left: null, wasMade: null, mayArriveLate: false };
    const closed = await close({ executionId, ...lost });
    return 'kind' in closed ? closed : { kind: 'gone', reading: null, failure: error };
  };
  if (isGone(failure)) return goneWith(failure);
  if (answer === null) {
    const closed = await close(neverSent(executionId));
    if ('kind' in closed) return closed;
    throw failure;
  }
  const settled = await settleWrite(deps, chat, write, answer, signal).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  if (settled === null) return goneWith(failure);
  const { verdict, reading } = settled;
  const left = verdict === 'applied' ? afterContext : null;
  const closed = await close(settledWrite(executionId, settled, left));
  if ('kind' in closed) return closed;
  if (verdict === 'refused') throw failure ?? notTaken();
  if (verdict === 'uncertain') return { kind: 'unknown', reading, failure };
  if (reading === null) return { kind: 'unread', reading, failure: settled.error };
  if (verdict !== 'applied') {
    return reading.stateHash === answer.stateHashAfter
      ? { kind: 'partly', reading }
      : { kind: 'other', reading, failure };
  }
  // If others changed the page before it was read, the next message reports that.
  return afterContext === null
    ? { kind: 'done', reading, place: closed.now }
    : { kind: 'done', reading: readingOf(adapter, afterContext, reading.source), place: closed.made };
}

function isGone(error: unknown): boolean {
  return hasCode(error, 'page-gone');
}

/** The page's answer to a state. `answer`: null if the state never reached the page. */
interface Answered {
  answer: WriteAnswer | null;
  failure: unknown;
}

const ENDED = { stateHashAfter: null, mayArriveLate: false } as const;

/**
 * The page's answer that follows from an error; null if the state never reached the page. After some errors the page
 * may have accepted the state, or a part of it, or may still do so.
 */
export function answerAfter(failure: unknown): WriteAnswer | null {
  if (!isStewardError(failure) || OPEN_CODES.includes(failure.code)) return NO_ANSWER;
  return failure.code === 'state-refused' ? { ...ENDED, reply: 'refused' } : null;
}

/** The error for a state that the page did not accept exactly, after the page was restored. */
export function notTaken(): StewardError {
  return textError('state-refused', 'error.checkpoints.notTaken');
}

/** The error of {@link notTaken} while the page is not restored. */
export function inexact(): StewardError {
  return textError('state-refused', 'error.checkpoints.inexact', {
    remedy: 'error.checkpoints.notTakenRemedy',
  });
}
