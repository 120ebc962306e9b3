import type { AdapterPort } from '../adapter/adapter-port';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import { assertNever } from '../assert-never';
import { type ErrorCode, isStewardError } from '../errors';
import { canonicalJson } from '../hash';
import type { Timer } from '../ports/clock';
import type { PagePort, PageReading } from '../ports/page-port';
import type { Chat } from '../records/chat';
import type { ExecutionOutcome } from '../records/execution-outcome';
import type { PageHashes } from '../records/page-hashes';
import { boundPage } from '../records/record-access';
import type { IntendedWrite } from '../records/run';
import type { Effect } from '../records/tool-effect';
import { SAVED_CHANGED, type ToolResult } from '../records/tool-result';

/**
 * What a write came to.
 *
 * - `applied`: the page is exactly in the state that the write was to make.
 * - `refused`: the page is as before.
 * - `partly`: the page answered, and is in neither of the two.
 * - `uncertain`: the page did not answer, and is in neither of the two, or can't be read.
 */
export type WriteVerdict = 'applied' | 'refused' | 'partly' | 'uncertain';

/** Whether a write was made; null where nobody knows. */
export function wasMade(verdict: WriteVerdict): boolean | null {
  return verdict === 'uncertain' ? null : verdict !== 'refused';
}

/**
 * The page's answer to a write: `none` if it was late, unreadable or lost; `nothing-written` for a commit that was refused
 * because others had saved (see SAVED_CHANGED).
 */
export type PageReply = 'done' | 'refused' | 'nothing-written' | 'none';

/** What is known of a write before the page is read. */
export interface WriteAnswer {
  reply: PageReply;
  /** Hash of the restorable state that the page saw right after it; null if it didn't say. */
  stateHashAfter: string | null;
  /** Whether it may still take effect: the page got it, and has not said that it is done with it. */
  mayArriveLate: boolean;
}

/** A verdict with the reading that it rests on; null where it rests on the page's word alone. */
export interface SettledVerdict {
  verdict: WriteVerdict;
  reading: PageReading | null;
  /** Why the page could not be read; null where it was. */
  error: unknown;
}

/** Errors of a page that leave open what happened to a change that was sent. */
export const OPEN_CODES: readonly ErrorCode[] = ['timeout', 'page-protocol', 'internal', 'aborted'];

/** Errors with which a page refuses a change before anything happens. */
const REFUSAL_CODES: readonly ErrorCode[] = ['page-changed', 'page-unknown', 'aborted'];

/** The page's answer is late, unreadable or lost. */
export const NO_ANSWER: WriteAnswer = { reply: 'none', stateHashAfter: null, mayArriveLate: true };

/** An answer of the page, which ends a write. */
export function answeredBy({ result, stateHashAfter }: ExecutionOutcome): WriteAnswer {
  return { reply: wordOf(result), stateHashAfter, mayArriveLate: false };
}

function wordOf({ success, error_code: code }: ToolResult): PageReply {
  if (success) return 'done';
  return code === SAVED_CHANGED ? 'nothing-written' : 'refused';
}

/** Waits before each reading, in milliseconds. A page that is late with its answer may be late with the change as well. */
const READING_DELAYS_MS = [0, 250, 500, 1_000, 2_000, 4_000] as const;

interface SettlingDeps {
  page: Pick<PagePort, 'readContext' | 'recall'>;
  adapters: AdapterPort;
  timer: Timer;
}

/** A write that was sent, as far as its outcome can be seen. */
export interface VisibleWrite extends Pick<IntendedWrite, 'before' | 'after' | 'document'> {
  executionId: string;
  /** The tool's; missing for a write that isn't a call. */
  effect?: Effect | null;
}

/**
 * Reads the page until it tells what a write came to, or until the last reading; a signal that aborts makes the reading
 * at hand the last one. A page that doesn't show the write by then is asked whether it still works on it. Rejects with
 * `page-gone` while no page is there to read, and with the signal's reason where the page was not read before it aborted.
 */
export async function settleWrite(
  deps: SettlingDeps,
  chat: Chat,
  write: VisibleWrite,
  answer: WriteAnswer,
  signal: AbortSignal,
): Promise<SettledVerdict> {
  const { mayArriveLate } = answer;
  const adapter = deps.adapters.definitionOf(boundPage(chat).adapterId);
  let settled: SettledVerdict = { verdict: verdictOf(write, null, answer), reading: null, error: null };
  let isGone = false;
  for (const delayMs of READING_DELAYS_MS) {
    try {
      if (delayMs > 0) await deps.timer.sleep(delayMs, signal);
      const reading = await deps.page.readContext(chat, signal);
      isGone = false;
      const now = pageHashesOf(adapter, reading.context);
      // A write that would make no visible difference leaves doubt only if the page got it.
      const isNeverSent =
        answer.reply === 'none' &&
        !mayArriveLate &&
        canonicalJson({ ...now }) === canonicalJson({ ...write.before });
      const verdict = isNeverSent ? 'refused' : verdictOf(write, now, answer);
      settled = { verdict, reading, error: null };
      if (verdict === 'applied' || !mayArriveLate) return settled;
    } catch (error) {
      if (signal.aborted && settled.reading !== null) return unfinished(settled);
      if (signal.aborted || !isStewardError(error)) throw error;
      isGone = error.code === 'page-gone';
      if (settled.reading === null) settled = { ...settled, error };
      // A page that answered and went away has said all that it can.
      if (isGone && !mayArriveLate) return settled;
      // The reading has waited for its whole limit: the page stands still, and further readings would too.
      if (error.code === 'timeout') return mayArriveLate ? unfinished(settled) : settled;
    }
  }
  if (isGone && settled.reading === null) throw settled.error;
  if (!mayArriveLate) return settled;
  return isGone ? unfinished(settled) : lastWord(deps, chat, write, settled, signal);
}

/** Asks a page that doesn't show a write whether it may still come to it. */
async function lastWord(
  deps: SettlingDeps,
  chat: Chat,
  write: VisibleWrite,
  settled: SettledVerdict,
  signal: AbortSignal,
): Promise<SettledVerdict> {
  try {
    const recalled = await deps.page.recall(chat, write.executionId, signal);
    if (recalled.kind === 'done') {
      return await settleWrite(deps, chat, write, answeredBy(recalled.outcome), signal);
    }
    if (recalled.kind === 'unknown') return unknownToPage(write, settled);
    if (recalled.kind === 'running') return unfinished(settled);
    const { code } = recalled.error;
    if (REFUSAL_CODES.includes(code)) return { ...settled, verdict: 'refused' };
    // After its own time limit the page may still be at it; after any other error it has given up.
    return code === 'timeout' ? unfinished(settled) : settled;
  } catch (error) {
    if (signal.aborted || isStewardError(error)) return unfinished(settled);
    throw error;
  }
}

/**
 * The verdict on a write that the page does not know. It never reached this document. But another document, reloaded
 * since, may have sent a commit on before, and it can take effect without a page.
 */
export function unknownToPage(
  { effect, document: sentTo }: Pick<VisibleWrite, 'effect' | 'document'>,
  settled: SettledVerdict,
): SettledVerdict {
  const isReloaded = settled.reading !== null && settled.reading.source.document !== sentTo;
  return effect === 'commit' && isReloaded ? unfinished(settled) : settled;
}

/** A page that is as before may only be late: nobody knows whether it is done with the write. */
function unfinished(settled: SettledVerdict): SettledVerdict {
  return settled.verdict === 'refused' ? { ...settled, verdict: 'uncertain' } : settled;
}

/** Settles a write from what the page holds now; `now` is null where it can't be read. */
export function verdictOf(
  write: Pick<IntendedWrite, 'before' | 'after'>,
  now: PageHashes | null,
  answer: Omit<WriteAnswer, 'mayArriveLate'>,
): WriteVerdict {
  const { before, after } = write;
  const { reply: word } = answer;
  // Others may have saved just what the commit was to save; that doesn't make it this commit's.
  if (word === 'nothing-written') return 'refused';
  if (after !== null && now !== null && isVisible({ before, after })) {
    const saves = before.savedHash !== after.savedHash;
    if (word === 'refused' && !saves && answer.stateHashAfter === before.stateHash) return 'refused';
    const position = positionIn({ before, after }, now);
    if (position === 'after' || isDone({ before, after }, now, answer)) return 'applied';
    // A page that refused, and shows the state as before, is believed even if somebody else saved meanwhile.
    const isUnchanged = word === 'refused' && now.stateHash === before.stateHash;
    if (position === 'before' || isUnchanged) return 'refused';
    return word === 'none' ? 'uncertain' : 'partly';
  }
  // The state can't show the effect, so only the page's word can tell of it; without one, a change can still be seen.
  const isAsBefore =
    now === null || (now.stateHash === before.stateHash && now.savedHash === before.savedHash);
  switch (word) {
    case 'done':
      return 'applied';
    case 'refused':
      return isAsBefore ? 'refused' : 'partly';
    case 'none':
      return after === null && now !== null && isAsBefore ? 'refused' : 'uncertain';
    default:
      return assertNever(word);
  }
}

/**
 * Whether the page was seen right after a write just as it was to be, whatever others changed before it was read again,
 * and whatever the tool reports, which may have been misled by that.
 */
function isDone(
  { before, after }: { before: PageHashes; after: PageHashes },
  now: PageHashes,
  { reply: word, stateHashAfter }: Omit<WriteAnswer, 'mayArriveLate'>,
): boolean {
  const saves = before.savedHash !== after.savedHash;
  // Of a write that only saves, only what is saved can tell; others may edit the page meanwhile.
  const onlySaves = saves && before.stateHash === after.stateHash && word === 'done';
  return (onlySaves || stateHashAfter === after.stateHash) && (!saves || now.savedHash === after.savedHash);
}
