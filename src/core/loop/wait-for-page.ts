import type { Run } from '@/src/schema/run';
import type { CoordinationStatus } from '@/src/schema/run-status';
import { toolsFor } from '../adapter/adapter-of-chat';
import { toErrorInfo } from '../errors';
import { hashJson } from '../hash';
import { nextStep } from '../history/next-step';
import { logFailure } from '../logging/log-failure';
import { comparePage } from '../page-history/compare-page';
import { changesForMessage } from '../page-history/reported-changes';
import { mayChangePage } from '../policy/permission-for';
import type { PageReading } from '../ports/page-port';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun } from '../records/record-access';
import type { PageHolder } from '../records/run-status';
import { isPageWait } from '../records/transition';
import { toolNamed } from '../tools/tool-name';
import { admit, joinRun, PAGE_CHANGED } from './accept-input';
import type { LoopDeps, PageNote } from './agent-loop';
import { changeStatus } from './change-status';

/**
 * Interval at which a waiting run requests the page's lease, in milliseconds. The run also requests it when the lease
 * is released.
 */
const LEASE_CHECK_MS = 30_000;

/**
 * True if the run's next step needs the lease of its page, which allows the run to lock the page: the chat may change
 * the page, or the step has a call that shows another view of the page. Evaluate it before each step, because the user
 * may change the policy during the run.
 */
export function needsLease({ adapters }: Pick<LoopDeps, 'adapters'>, record: ChatRecord): boolean {
  const { settings } = record.chat;
  const tools = toolsFor(record.chat, adapters);
  if (mayChangePage(settings, tools)) return true;
  const next = nextStep(conversation(record.messages), currentRun(record).id);
  return (
    next.kind === 'execute' &&
    next.response.toolCalls.some(({ name }) => toolNamed(tools, name)?.effect === 'navigate')
  );
}

/**
 * Takes the page's lease for a run that needs it. Returns false if another run has the lease: this run then waits, and
 * its next step requests the lease again, in case it was released in the meantime.
 */
export async function takeLease(deps: LoopDeps, run: Run): Promise<boolean> {
  const holder = await deps.journal.leasePage(run);
  if (holder === null) return true;
  await waitForLease(deps, run, holder);
  return false;
}

/** One step of a run that waits for the lease. Returns true if the run has the lease now or no longer needs it. */
export async function checkLease(
  deps: LoopDeps,
  record: ChatRecord,
  status: CoordinationStatus,
): Promise<boolean> {
  const run = currentRun(record);
  const holder = needsLease(deps, record) ? await deps.journal.leasePage(run) : null;
  if (holder !== null) {
    // The stored wait already names this holder, and its next request for the lease is not due.
    const isShown = holder.chatId === status.targetAgentScope && deps.clock.now() < status.untilMs;
    if (!isShown) await waitForLease(deps, run, holder);
    return false;
  }
  await changeStatus(deps, run, { type: 'coordination-ended' });
  return true;
}

async function waitForLease(deps: LoopDeps, run: Run, holder: PageHolder): Promise<void> {
  const untilMs = deps.clock.now() + LEASE_CHECK_MS;
  await changeStatus(deps, run, { type: 'page-busy', holder, untilMs });
}

/**
 * Handles a notice about the page: ends a wait for the page, renews an open approval request, or stores the time at
 * which changes between two messages were first seen. Returns true if the run has to continue.
 */
export async function notePage(
  deps: LoopDeps,
  record: ChatRecord,
  note: PageNote,
  signal: AbortSignal,
): Promise<boolean> {
  const { run } = record;
  const status = run?.status ?? null;
  if (run !== null && status?.state === 'waiting-for-agent-coordination') {
    if (isPageWait(status)) {
      await changeStatus(deps, run, { type: 'coordination-ended' });
      return true;
    }
    if (status.seenContextHash !== null) {
      return endPageChangeWait(deps, record, status, signal);
    }
    if (status.targetAgentScope !== 'page' || note.kind !== 'changed') return false;
    await joinPageEvent(deps, record);
    return true;
  }
  if (run !== null && status?.state === 'waiting-for-approval')
    await renewApproval(deps, record, status.approvalId, signal);
  return noteNews(deps, record, note.reading);
}

/**
 * One step of a run that waits for an event: ends the wait if it accepts events of the page, and the page has
 * changed since it was last reported to the model. So no change is missed, whether or not a notice came.
 */
export async function checkPageEvent(
  deps: LoopDeps,
  record: ChatRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (!acceptsPageEvent(record)) return false;
  const reading = await readIfThere(deps, record, signal);
  return reading !== null && noteNews(deps, record, reading);
}

/** Observes the page. Returns true if changes by others ended the run's wait for an event. */
async function noteNews(deps: LoopDeps, record: ChatRecord, reading: PageReading): Promise<boolean> {
  const { chat } = record;
  const { known, changes } = await comparePage(deps, chat, reading);
  const isNews = known !== null && changesForMessage(changes, chat.id).length > 0;
  if (!isNews || !acceptsPageEvent(record)) return false;
  await joinPageEvent(deps, record);
  return true;
}

function acceptsPageEvent({ run }: ChatRecord): boolean {
  return (
    run?.status.state === 'waiting-for-system-input' &&
    admit(run.status, { kind: 'event', ...PAGE_CHANGED }) === 'join'
  );
}

/** Updates the preview of a pending approval request to the present page. */
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

/**
 * Ends a wait for a page change if the page differs from the page at the start of the wait. Returns true if it did.
 * Reads the page, because a notice can be late (for a change before the wait) or missing (for a change while the run
 * was paused, the page was loading, or no worker was running). If the page can't be read, the wait continues until
 * its time limit.
 */
export async function endPageChangeWait(
  deps: LoopDeps,
  record: ChatRecord,
  { seenContextHash }: CoordinationStatus,
  signal: AbortSignal,
): Promise<boolean> {
  if (seenContextHash === null) return false;
  const reading = await readIfThere(deps, record, signal);
  if (reading === null || hashJson(reading.context) === seenContextHash) return false;
  await joinPageEvent(deps, record);
  return true;
}

async function joinPageEvent(deps: LoopDeps, record: ChatRecord): Promise<void> {
  const event = { ...PAGE_CHANGED, queuedAtMs: deps.clock.now() };
  await joinRun(deps, record, { message: null, event });
}

/** Reads the page; null if it can't be read. */
async function readIfThere(
  deps: LoopDeps,
  { chat, run }: ChatRecord,
  signal: AbortSignal,
): Promise<PageReading | null> {
  try {
    return await deps.page.readContext(chat, signal);
  } catch (error) {
    signal.throwIfAborted();
    // A closed or loading page is expected during a wait; a notice follows when it is back.
    if (toErrorInfo(error).code !== 'page-gone') {
      const text = 'The page can’t be read during a wait for its change.';
      logFailure(deps.logger.warning, 'page.read', text, error, { chatId: chat.id, runId: run?.id ?? null });
    }
    return null;
  }
}
