import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json } from '@/src/schema/values/json';
import { contextWithState } from '../adapter/context-with-state';
import { savedStateOf } from '../adapter/saving';
import { hasCode, isStewardError, type StewardError, textError } from '../errors';
import { hashJson } from '../hash';
import { neverSent, type SettledWrite, settledWrite } from '../page-history/close-write';
import { readingOf } from '../page-history/page-observer';
import { NO_ANSWER, OPEN_CODES, settleWrite, type WriteAnswer } from '../page-history/settle-write';
import type { UserConsent } from '../policy/user-consent';
import type { EndedWrite, HistoryChange } from '../ports/page-history';
import type { PageReading } from '../ports/page-port';
import type { WriteToken } from '../records/write-token';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** Outcome of applying a state. `ends`: the change of the page's history that ends the write, for the caller to store. */
export type ApplyOutcome = { ends: HistoryChange<EndedWrite> } & (
  | { kind: 'done'; reading: PageReading }
  /** The page is as before. */
  | { kind: 'refused'; failure: unknown }
  /** The page is in neither the previous nor the requested state, but exactly in the state that it reported after the change. */
  | { kind: 'partly'; reading: PageReading }
  /** The page is in no expected state: others may have changed it. */
  | { kind: 'other'; reading: PageReading; failure: unknown }
  /** The page did not answer, and isn't in the requested state or can't be read. */
  | { kind: 'unknown'; reading: PageReading | null; failure: unknown }
  /** The page went away before it answered. */
  | { kind: 'gone'; reading: null; failure: unknown }
  /** The page confirmed the state, but can't be read. */
  | { kind: 'unread'; reading: null; failure: unknown }
);

/** A page's state that replaces another one. */
export interface StateChange {
  executionId: string;
  state: Json;
  /** The page before the change. */
  from: PageReading;
}

/** A change that may be sent, since the gate allowed it. */
export interface AllowedState extends StateChange {
  token: WriteToken;
  before: PageHashes;
  after: PageHashes;
  /** The page's context after the change; null if it can't be computed beforehand. */
  afterContext: Json | null;
}

/** Obtains the write token for a change. Rejects as {@link ApprovalGate} `authorizeState` does. */
export async function allowState(
  { gate }: Pick<RollbackDeps, 'gate'>,
  { record, adapter }: PageInputs,
  change: StateChange,
  consent: UserConsent,
): Promise<AllowedState> {
  const { from, state } = change;
  const token = await gate.authorizeState(record, change, consent, new AbortController().signal);
  const savedHash = hashJson(savedStateOf(adapter, from.context));
  return {
    ...change,
    token,
    before: { stateHash: from.stateHash, savedHash },
    after: { stateHash: hashJson(state), savedHash },
    afterContext: contextWithState(adapter, from.context, state),
  };
}

/** The change of the page's history that marks the write as in progress. */
export function openingOf(
  { observer }: Pick<RollbackDeps, 'observer'>,
  { record: { chat } }: PageInputs,
  { executionId, from: reading, after, afterContext }: AllowedState,
): HistoryChange {
  const cause = { kind: 'restore' as const, chatId: chat.id, chatTitle: chat.title };
  return observer.opening(chat, { executionId, cause, reading, after, afterContext });
}

/** Replaces the page's restorable state. Store {@link openingOf} before the call, and the outcome's `ends` after it. */
export async function applyState(
  deps: RollbackDeps,
  { record: { chat }, adapter }: PageInputs,
  change: AllowedState,
): Promise<ApplyOutcome> {
  const { executionId, state, token, from, afterContext } = change;
  const ending = (settled: SettledWrite) => ({
    ends: deps.observer.closing(chat, from.source.page, settled),
  });
  const { signal } = new AbortController();
  const { answer, failure } = await deps.page.applyState(chat, { executionId, state, token }, signal).then(
    ({ stateHash }): Answered => ({
      failure: null,
      answer: { ...ENDED, reply: 'done', stateHashAfter: stateHash },
    }),
    (error: unknown): Answered => ({ failure: error, answer: answerAfter(error) }),
  );
  // The document that received the state is gone, so the effect can't be observed any more.
  const lost = { executionId, reading: null, left: null, wasMade: null, mayArriveLate: false };
  const gone: ApplyOutcome = { kind: 'gone', reading: null, failure, ...ending(lost) };
  if (isGone(failure)) return gone;
  if (answer === null) return { kind: 'refused', failure, ...ending(neverSent(executionId)) };
  const settled = await settleWrite(deps, chat, change, answer, signal).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  if (settled === null) return gone;
  const { verdict, reading } = settled;
  const end = ending(settledWrite(executionId, settled, verdict === 'applied' ? afterContext : null));
  if (verdict === 'refused') return { kind: 'refused', failure: failure ?? notTaken(), ...end };
  if (verdict === 'uncertain') return { kind: 'unknown', reading, failure, ...end };
  if (reading === null) return { kind: 'unread', reading, failure: settled.error, ...end };
  if (verdict !== 'applied') {
    return reading.stateHash === answer.stateHashAfter
      ? { kind: 'partly', reading, ...end }
      : { kind: 'other', reading, failure, ...end };
  }
  // The page right after the change: if others changed it before it was read, the next message reports that.
  const exact = afterContext === null ? reading : readingOf(adapter, afterContext, reading.source);
  return { kind: 'done', reading: exact, ...end };
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

/** The error if the page did not accept a state exactly, and has its previous state again. */
export function notTaken(): StewardError {
  return textError('state-refused', 'error.checkpoints.notTaken');
}

/** The error if the page did not accept a state exactly, and doesn't have its previous state. */
export function inexact(): StewardError {
  return textError('state-refused', 'error.checkpoints.inexact', {
    remedy: 'error.checkpoints.notTakenRemedy',
  });
}
