import { stampChanges } from '../context/stamp-changes';
import { hashJson } from '../hash';
import { changesForMessage } from '../page-history/told-changes';
import { joinRun } from './accept-input';
import { changeStatus } from './change-status';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord, PageReading } from './ports';
import type { CoordinationStatus } from './run-status';
import { isPageWait } from './transition';

/** What was noticed of a chat's page, with its state. */
export interface PageNote {
  kind: 'there' | 'changed';
  reading: PageReading;
}

/**
 * Lets a run go on that waited for its page, and keeps when changes made between two messages were first seen.
 * Answers whether the run goes on.
 */
export async function notePage(
  deps: LoopDeps,
  record: ChatRecord,
  note: PageNote,
  signal: AbortSignal,
): Promise<boolean> {
  const { chat, run } = record;
  const status = run?.status ?? null;
  if (run !== null && status?.state === 'waiting-for-agent-coordination') {
    if (isPageWait(status)) {
      await changeStatus(deps, run, { type: 'coordination-ended' });
      return true;
    }
    if (status.targetAgentScope !== 'page' || note.kind !== 'changed') return false;
    if (!(await hasChanged(deps, record, status, signal))) return false;
    const event = { scope: 'page', text: 'The page changed.', queuedAtMs: deps.clock.now() };
    await joinRun(deps, record, { message: null, event });
    return true;
  }
  if (run !== null && status?.state === 'waiting-for-approval')
    await renewApproval(deps, record, status.approvalId, signal);
  const known = await deps.journal.knownPage(chat.id);
  const { changes } = await deps.observer.differencesSince(chat, known, note.reading);
  if (known === null) return false;
  const { seen } = await deps.journal.changeNotes(chat.id);
  const stamped = stampChanges(changesForMessage(changes, chat.id), seen);
  if (stamped.length > 0 || seen.length > 0) await deps.journal.noteSeen(chat.id, stamped);
  return false;
}

/** A question shows what its calls would do to the page as it is, not as it was. */
async function renewApproval(
  deps: LoopDeps,
  record: ChatRecord,
  approvalId: string,
  signal: AbortSignal,
): Promise<void> {
  const approval = await deps.journal.approvalById(approvalId);
  if (approval?.state !== 'pending') return;
  const renewed = await deps.gate.renew(record, approval, signal);
  if (renewed !== null) await deps.journal.updateApproval(renewed, {}, null);
}

/** The page is read anew: a notice may be late, of what a call did before the wait. */
async function hasChanged(
  deps: LoopDeps,
  { chat }: ChatRecord,
  { seenContextHash }: CoordinationStatus,
  signal: AbortSignal,
): Promise<boolean> {
  if (seenContextHash === null) return true;
  const { context } = await deps.page.readContext(chat, signal);
  return hashJson(context) !== seenContextHash;
}
