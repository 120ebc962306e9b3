import { english } from '@/src/core/text/english';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { HistoryPlace } from '@/src/schema/observed-page';
import type { Json } from '@/src/schema/values/json';
import { contextWithState } from '../adapter/context-with-state';
import { savedStateOf } from '../adapter/saving';
import { hasCode, type StewardError, textError, toErrorInfo } from '../errors';
import { hashJson } from '../hash';
import { readingOf } from '../page-history/page-observer';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import { pageBusy } from '../page-lock/lock-of';
import type { UserConsent } from '../policy/user-consent';
import type { PageReading } from '../ports/page-port';
import { conversation } from '../records/message';
import { boundPage, nextPosition } from '../records/record-access';
import { isActive } from '../records/transition';
import { type ApplyOutcome, applyState, inexact, notTaken } from './apply-state';
import { type LeftChanged, leftChanged } from './left-changed';
import { entryAt, type RestoreIntent } from './restore-intent';
import type { RollbackEntry } from './rollback-entry';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** Facts about a change of the page, for the messages and the audit. */
export interface PageApplication {
  /** Taken just before the change, so that the change can be undone. */
  safety: Checkpoint;
  /** The page right after the change. */
  after: PageReading;
  /** The place in the page's history right after the change. */
  place: HistoryPlace;
}

/**
 * Takes a safety checkpoint, puts the page into `state`, and records the change. If the page does not accept the state
 * exactly, or the change can't be recorded, the previous state is restored, unless others changed the page since. The change
 * is journaled before it is sent to the page (see RestoreIntent). A late or unreadable answer is settled by reading the page
 * again. A page that is never restored stays as it is. Rejects with the error that occurred: `state-refused` if the page did not accept the state exactly or its previous
 * state can't be restored, `timeout` also if the outcome is unknown. Returns what {@link RollbackJournal} `recordRollback` does.
 */
export async function changePage(
  deps: RollbackDeps,
  inputs: PageInputs,
  state: Json,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
  consent: UserConsent,
  entryOf: (change: PageApplication) => Promise<RollbackEntry>,
): Promise<boolean> {
  const { record, adapter, reading, differences } = inputs;
  if (adapter.isNeverRestored) return keepPage(deps, inputs, safetyOf, entryOf);
  const safety = await takeSafety(deps, inputs, safetyOf);
  const afterContext = contextWithState(adapter, reading.context, state);
  const prepared =
    afterContext === null
      ? null
      : await entryOf({
          safety,
          after: readingOf(adapter, afterContext, reading.source),
          place: differences.place,
        });
  const backId = deps.ids.newId();
  const savedHash = hashJson(savedStateOf(adapter, reading.context));
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
    entry: prepared,
  };
  const changed = await applyJournaled(deps, inputs, { intent, state }, consent);
  if (changed.kind === 'unclosed') throw unsettled(changed.failure);
  const wanted = { reason: safetyOf.reason, wantedHash: intent.after.stateHash, backId };
  if (changed.kind === 'unknown' || changed.kind === 'unread' || changed.kind === 'gone') {
    const { kind, reading: read, failure } = changed;
    throw await leftChanged(deps, inputs, { ...wanted, kind, reading: read, causes: [failure] });
  }
  const after = changed.reading;
  if (changed.kind === 'other') {
    const causes = [changed.failure ?? inexact()];
    throw await leftChanged(deps, inputs, { ...wanted, kind: 'not-restored', reading: after, causes });
  }
  if (changed.kind === 'partly') {
    await restoreBefore(deps, inputs, { ...wanted, from: after, causes: [inexact()] }, consent);
    throw await endUnchanged(deps, inputs, notTaken());
  }
  try {
    const { place } = changed;
    return await deps.journal.recordRollback(
      entryAt(prepared ?? (await entryOf({ safety, after, place })), place),
    );
  } catch (error) {
    await restoreBefore(deps, inputs, { ...wanted, from: after, causes: [error] }, consent);
    throw await endUnchanged(deps, inputs, error);
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
  const { reading: after, differences } = inputs;
  return deps.journal.recordRollback(await entryOf({ safety, after, place: differences.place }));
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

/** Journals the change, which acquires the page's lease, then applies it. Rejects with `busy` if another chat has the lease. */
async function applyJournaled(
  deps: RollbackDeps,
  inputs: PageInputs,
  { intent, state }: { intent: RestoreIntent; state: Json },
  consent: UserConsent,
): Promise<ApplyOutcome> {
  const holder = await deps.journal.beginRestore(intent);
  if (holder !== null) throw pageBusy(holder);
  const change = { executionId: intent.executionId, state, from: inputs.reading };
  try {
    return await applyState(deps, inputs, change, consent);
  } catch (error) {
    throw await endUnchanged(deps, inputs, error);
  }
}

/** Ends a restore that left the page as it was. Returns its error. */
async function endUnchanged<Failure>(
  { journal }: RollbackDeps,
  { record }: PageInputs,
  error: Failure,
): Promise<Failure> {
  // The first error is the one to report. If the restore can't be ended now, it is settled later.
  await journal.endRestore(record.chat.id, null, null).catch(() => undefined);
  return error;
}

/**
 * Restores the page's previous state: without an entry in the journal the page must not stay changed. It is restored only
 * from exactly `from`, so that later changes by others aren't lost. `causes`: the errors for which it is restored.
 */
async function restoreBefore(
  deps: RollbackDeps,
  inputs: PageInputs,
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
  const change = { executionId: backId, state: inputs.now, from };
  const left = await applyState(deps, inputs, change, consent).then(
    (back): Left | null => {
      const { reading } = back;
      switch (back.kind) {
        case 'done':
          return null;
        case 'partly':
          return { kind: 'in-part', reading, causes: [inexact()] };
        case 'other':
          return { kind: 'not-restored', reading, causes: [back.failure ?? inexact()] };
        case 'unclosed':
          throw unsettled(back.failure);
        default:
          return { kind: 'maybe-back', reading, causes: [back.failure] };
      }
    },
    (error: unknown) => notRestored(deps, inputs, from, error),
  );
  if (left === null) return;
  throw await leftChanged(deps, inputs, { ...wanted, ...left, causes: [...causes, ...left.causes] });
}

type Left = Pick<LeftChanged, 'kind' | 'reading' | 'causes'>;

/** The state of a page that refused to be restored. */
async function notRestored(
  { page }: RollbackDeps,
  { record }: PageInputs,
  from: PageReading,
  error: unknown,
): Promise<Left> {
  if (!hasCode(error, 'page-changed')) {
    return { kind: 'in-part', reading: from, causes: [error] };
  }
  // The page can't be read either; the first error is the one to report.
  const reading = await page.readContext(record.chat, new AbortController().signal).catch(() => null);
  return { kind: 'not-restored', reading, causes: [error] };
}

/** The error for an outcome that can't be stored. The restore stays in the journal, to be settled later. */
function unsettled(cause: unknown): StewardError {
  return textError('storage', 'error.checkpoints.unsettled', {
    details: english(toErrorInfo(cause).message),
    cause,
  });
}
