import { conversation } from '../chat/message';
import { untoldChanges } from '../context/untold-changes';
import { isStewardError } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import { pageBusy } from '../loop/control-parts';
import type { PageReading } from '../loop/ports';
import { nextPosition } from '../loop/record-access';
import type { HistoryPlace } from '../page-history/observed-page';
import type { PersonConsent } from '../policy/person-consent';
import type { Checkpoint } from './checkpoint';
import { type LeftChanged, leftChanged } from './left-changed';
import { inexact, notTaken, type PutOutcome, putState } from './put-state';
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
    return await putState(deps, situation, { ...change, executionId }, consent);
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
  const left = await putState(deps, situation, change, consent).then(
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
