import type { ChatRecord } from '../records/record-access';
import { currentRun } from '../records/record-access';
import type { Run } from '../records/run';
import type { CoordinationStatus, PageHolder } from '../records/run-status';
import { changeStatus } from './change-status';
import type { LoopDeps } from './loop-deps';

/** How long a run waits before it asks again for a page; it is also told when the page is released. */
const ASK_AGAIN_MS = 30_000;

/**
 * Takes the lease of the page for a run that is about to send a request or to carry out calls. Answers whether it has
 * it; otherwise the run waits, and its next step asks once more, since the lease may have been released in between.
 */
export async function askForPage(deps: LoopDeps, run: Run): Promise<boolean> {
  const holder = await deps.journal.leasePage(run.id);
  if (holder === null) return true;
  await waitFor(deps, run, holder);
  return false;
}

/** One step of a run that waits for the lease. Answers whether the run goes on. */
export async function waitForPage(
  deps: LoopDeps,
  record: ChatRecord,
  status: CoordinationStatus,
): Promise<boolean> {
  const run = currentRun(record);
  const holder = await deps.journal.leasePage(run.id);
  if (holder !== null) {
    const isShown = holder.chatId === status.targetAgentScope && deps.clock.now() < status.untilMs;
    if (!isShown) await waitFor(deps, run, holder);
    return false;
  }
  await changeStatus(deps, run, { type: 'coordination-ended' });
  return true;
}

async function waitFor(deps: LoopDeps, run: Run, holder: PageHolder): Promise<void> {
  const untilMs = deps.clock.now() + ASK_AGAIN_MS;
  await changeStatus(deps, run, { type: 'page-busy', holder, untilMs });
}
