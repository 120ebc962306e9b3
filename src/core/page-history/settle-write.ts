import type { IntendedWrite } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { ToolResult } from '@/src/schema/tool-result';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { Effect } from '@/src/schema/values/policy';
import type { AdapterPort } from '../adapter/adapter-port';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import { assertNever } from '../assert-never';
import { isStewardError } from '../errors';
import { isSameJson } from '../hash';
import type { Timer } from '../ports/clock';
import type { PagePort, PageReading } from '../ports/page-port';
import type { ExecutionOutcome } from '../records/execution-outcome';
import { boundPage } from '../records/record-access';
import { SAVED_CHANGED } from '../records/tool-result';

/**
 * The outcome of a write.
 *
 * - `applied`: the page is exactly in the intended state.
 * - `refused`: the page is in the state before the write.
 * - `partly`: the page answered, and is in neither state.
 * - `uncertain`: the page did not answer, and is in neither state or can't be read.
 */
export type WriteVerdict = 'applied' | 'refused' | 'partly' | 'uncertain';

/**
 * The page's answer to a write: `none` if it was late, unreadable or lost; `nothing-written` for a commit that was refused
 * because others had saved (see SAVED_CHANGED).
 */
export type PageReply = 'done' | 'refused' | 'nothing-written' | 'none';

/** The page's answer to a write, as known before the page is read. */
export interface WriteAnswer {
  reply: PageReply;
  /** Hash of the restorable state right after the write, as the page reported it; null if it didn't. */
  stateHashAfter: string | null;
  /**
   * True if the write may still take effect: the page may have received it, and has not reported its end. Without an answer, false
   * means that this document never received it.
   */
  mayArriveLate: boolean;
}

/** A verdict with the reading on which it is based; `reading` is null if it is based only on the page's answer. */
export interface SettledVerdict {
  verdict: WriteVerdict;
  reading: PageReading | null;
  /** The error of reading the page; null if it was read. */
  error: unknown;
}

/** Errors after which the outcome of a change that was sent is unknown. */
export const OPEN_CODES: readonly ErrorCode[] = [
  'timeout',
  'page-protocol',
  'page-key',
  'internal',
  'aborted',
];

/** Errors with which a page refuses a change before anything happens. */
const REFUSAL_CODES: readonly ErrorCode[] = ['page-changed', 'page-unknown', 'aborted'];

/** The page's answer is late, unreadable or lost. */
export const NO_ANSWER: WriteAnswer = { reply: 'none', stateHashAfter: null, mayArriveLate: true };

/** The page never received the write. */
export const NEVER_RECEIVED: WriteAnswer = { ...NO_ANSWER, mayArriveLate: false };

/** The answer of a page that ended a write. */
export function answeredBy({ result, stateHashAfter }: ExecutionOutcome): WriteAnswer {
  return { reply: replyOf(result), stateHashAfter, mayArriveLate: false };
}

function replyOf({ success, error_code: code }: ToolResult): PageReply {
  if (success) return 'done';
  return code === SAVED_CHANGED ? 'nothing-written' : 'refused';
}

/** Delays before each reading, in milliseconds. If the answer of a page is late, its change may be late, too. */
const READING_DELAYS_MS = [0, 250, 500, 1_000, 2_000, 4_000] as const;

interface SettlingDeps {
  page: Pick<PagePort, 'readContext' | 'recall'>;
  adapters: AdapterPort;
  timer: Timer;
}

/** The facts about a sent write that are needed to determine its outcome. */
interface SentWrite extends Pick<IntendedWrite, 'before' | 'after' | 'document'> {
  executionId: string;
  /** The tool's effect; missing for a write that isn't a call. */
  effect?: Effect | null;
}

/**
 * Reads the page until the outcome of a write is clear, or until the last reading. If the page doesn't show the write by
 * then, its content script is queried whether the write is still running. If the signal aborts, the last reading decides;
 * rejects with the signal's reason if there is none. Rejects with `page-gone` if the page is unreachable.
 */
export async function settleWrite(
  deps: SettlingDeps,
  chat: Chat,
  write: SentWrite,
  answer: WriteAnswer,
  signal: AbortSignal,
): Promise<SettledVerdict> {
  const { mayArriveLate } = answer;
  let settled: SettledVerdict = { verdict: verdictOf(write, null, answer), reading: null, error: null };
  let isGone = false;
  for (const delayMs of READING_DELAYS_MS) {
    try {
      if (delayMs > 0) await deps.timer.sleep(delayMs, signal);
      const reading = await deps.page.readContext(chat, signal);
      isGone = false;
      const verdict = verdictOfReading(deps, chat, write, answer, reading);
      settled = { verdict, reading, error: null };
      if (verdict === 'applied' || !mayArriveLate) return settled;
    } catch (error) {
      if (signal.aborted && settled.reading !== null) return unfinished(settled);
      if (signal.aborted || !isStewardError(error)) throw error;
      isGone = error.code === 'page-gone';
      if (settled.reading === null) settled = { ...settled, error };
      // The page answered before it went away, or before its session ended: waiting brings nothing new.
      if ((isGone || error.code === 'page-key') && !mayArriveLate) return settled;
      // The page doesn't respond, so further readings would time out as well.
      if (error.code === 'timeout') return mayArriveLate ? unfinished(settled) : settled;
    }
  }
  if (isGone && settled.reading === null) throw settled.error;
  if (!mayArriveLate) return settled;
  return isGone ? unfinished(settled) : recallOutcome(deps, chat, write, settled, signal);
}

function verdictOfReading(
  { adapters }: Pick<SettlingDeps, 'adapters'>,
  chat: Chat,
  write: SentWrite,
  answer: WriteAnswer,
  { context, source }: PageReading,
): WriteVerdict {
  const now = pageHashesOf(adapters.definitionOf(boundPage(chat).adapterId), context);
  if (answer.reply !== 'none' || answer.mayArriveLate) return verdictOf(write, now, answer);
  // This document never received the write. So if the page is as before, nothing was written, even if the effect wouldn't be visible.
  const isAsBefore = isSameJson({ ...now }, { ...write.before });
  const verdict = isAsBefore ? 'refused' : verdictOf(write, now, answer);
  // The earlier document may have forwarded a commit to the server, where it can still take effect.
  const isReloaded = source.document !== write.document;
  return write.effect === 'commit' && isReloaded && verdict === 'refused' ? 'uncertain' : verdict;
}

/**
 * Requests from the content script the stored outcome of a write that the page does not show. The write may still take
 * effect.
 */
async function recallOutcome(
  deps: SettlingDeps,
  chat: Chat,
  write: SentWrite,
  settled: SettledVerdict,
  signal: AbortSignal,
): Promise<SettledVerdict> {
  try {
    const recalled = await deps.page.recall(chat, write.executionId, signal);
    if (recalled.kind === 'done') {
      return await settleWrite(deps, chat, write, answeredBy(recalled.outcome), signal);
    }
    if (recalled.kind === 'unknown') {
      if (settled.verdict !== 'refused') return settled;
      // The page may have been loaded again since the last reading, which then shows an earlier document.
      const reading = await deps.page.readContext(chat, signal);
      const verdict = verdictOfReading(deps, chat, write, NEVER_RECEIVED, reading);
      return { verdict, reading, error: null };
    }
    if (recalled.kind === 'running') return unfinished(settled);
    const { code } = recalled.error;
    if (REFUSAL_CODES.includes(code)) return { ...settled, verdict: 'refused' };
    // After a timeout in the page the write may still be running; after any other error it has ended.
    return code === 'timeout' ? unfinished(settled) : settled;
  } catch (error) {
    if (signal.aborted || isStewardError(error)) return unfinished(settled);
    throw error;
  }
}

/** While a write may still be running, an unchanged page doesn't prove that the write was refused. */
function unfinished(settled: SettledVerdict): SettledVerdict {
  return settled.verdict === 'refused' ? { ...settled, verdict: 'uncertain' } : settled;
}

/** Determines the outcome of a write. `now`: the page's present hashes; null if it can't be read. */
export function verdictOf(
  write: Pick<SentWrite, 'before' | 'after' | 'effect'>,
  now: PageHashes | null,
  answer: Omit<WriteAnswer, 'mayArriveLate'>,
): WriteVerdict {
  const { before, after, effect } = write;
  const { reply } = answer;
  // The saved state may equal the intended one although the commit was refused: others may have saved the same.
  if (reply === 'nothing-written') return 'refused';
  if (after !== null && now !== null && isVisible({ before, after })) {
    const saves = before.savedHash !== after.savedHash;
    if (reply === 'refused' && !saves && answer.stateHashAfter === before.stateHash) return 'refused';
    const position = positionIn({ before, after }, now);
    if (position === 'after' || isDone({ before, after }, now, answer)) return 'applied';
    // If the page refused and its state is unchanged, nothing was written, even if others saved meanwhile.
    const isUnchanged = reply === 'refused' && now.stateHash === before.stateHash;
    if (position === 'before' || isUnchanged) return 'refused';
    return reply === 'none' ? 'uncertain' : 'partly';
  }
  // The page doesn't show whether the write had its effect, so its reply decides. Without a reply, any change leaves the outcome uncertain.
  const isAsBefore =
    now === null
      ? answer.stateHashAfter === null || answer.stateHashAfter === before.stateHash
      : now.stateHash === before.stateHash && now.savedHash === before.savedHash;
  switch (reply) {
    case 'done':
      return 'applied';
    case 'refused':
      return isAsBefore ? 'refused' : 'partly';
    case 'none':
      // Without a dry run, a commit may have changed something outside the page that the page doesn't show.
      return after === null && effect !== 'commit' && now !== null && isAsBefore ? 'refused' : 'uncertain';
    default:
      return assertNever(reply);
  }
}

/**
 * True if the page was in the intended state right after the write. Others may have changed it before it was read again,
 * and the tool's own report may be wrong because of that.
 */
function isDone(
  { before, after }: { before: PageHashes; after: PageHashes },
  now: PageHashes,
  { reply, stateHashAfter }: Omit<WriteAnswer, 'mayArriveLate'>,
): boolean {
  const saves = before.savedHash !== after.savedHash;
  // For a write that only saves, the saved state decides: others may edit the page meanwhile.
  const onlySaves = saves && before.stateHash === after.stateHash && reply === 'done';
  return (onlySaves || stateHashAfter === after.stateHash) && (!saves || now.savedHash === after.savedHash);
}
