import { assertNever } from '@/src/core/assert-never';
import { canonicalJson } from '@/src/core/hash';
import { nextStep } from '@/src/core/history/next-step';
import { conversation } from '@/src/core/records/message';
import { hasEnded, isActive, isPageWait, outcomeOf } from '@/src/core/records/transition';
import type { Run } from '@/src/schema/run';
import { auditChainProblems, auditProblems } from './audit-problems';
import type { ChatWorld } from './chat-world';
import { lostTexts } from './check-rollback';
import { isolationProblems } from './isolation-problems';
import type { World } from './world';

/** Checks the rules that hold whenever no step is pending. */
export async function checkWorld(world: World): Promise<void> {
  const { allTables, history, problems } = world;
  for (const problem of auditChainProblems(world)) problems.add(problem);
  for (const problem of isolationProblems(allTables, history)) problems.add(problem);
  for (const chat of world.chats) await checkChat(chat);
}

async function checkChat(world: ChatWorld): Promise<void> {
  const { tables, problems } = world;
  world.checker.check();
  world.messageTracker.check(world.worker().dueAt().length > 0);
  const run = await world.run();
  if (run !== null) {
    // After a control was refused for a storage error, the run may wait for the user.
    if (!world.faultState.wasRefused) checkProgress(world, run);
    const waiting = world.messageTracker.waiting();
    if (waiting !== null && !hadFaults(world) && isCompleted(run) && !wasRolledBack(world)) {
      problems.add(`“${waiting}” is still queued, though the run is over`);
    }
    if (isStopped(run) && hasOpenCall(world, run.id))
      problems.add('a stopped run has calls without a result');
  }
  for (const problem of [...auditProblems(world), ...lostTexts(world)]) problems.add(problem);
  for (const { runId, state } of tables.approvals.all()) {
    const outcome = outcomeOf(tables.runs.get(runId)?.status ?? { state: 'done' });
    // A failed run can be continued, and then needs its approval request.
    if (state === 'pending' && outcome !== null && outcome !== 'error') {
      problems.add(`an approval request is still pending, though its run is ${outcome}`);
    }
  }
  for (const other of tables.runs.all()) {
    if (other.id !== run?.id && isActive(other.status))
      problems.add('a run that isn’t the newest is still active');
    if (hasEnded(other.status) && other.endedAtMs === null)
      problems.add('a run is over, but has no end time');
  }
  for (const checkpoint of tables.checkpoints.all()) {
    const notes = world.history.notesOf(checkpoint.stateHash);
    const state = await world.checkpoints.stateOf(checkpoint);
    if (canonicalJson(state) !== canonicalJson({ notes: [...(notes ?? [])] })) {
      problems.add(`checkpoint ${checkpoint.sequence} rebuilds to ${canonicalJson(state)}, not ${notes}`);
    }
    // Rejects if the state doesn't match its hash.
    await world.checkpoints.stateAfter(checkpoint);
  }
}

function checkProgress(world: ChatWorld, run: Run): void {
  const stuck = stuckProblem(world, run);
  if (stuck !== null) world.problems.add(stuck);
  // The control takes effect after the open request, or after the pending reading of the page.
  if (run.control === null || run.status.state === 'processing') return;
  if (world.worker().dueAt().length > 0) return;
  world.problems.add(`a run that is ${run.status.state} ignores its control ${run.control}`);
}

/** Reports a run that should continue but doesn't; null if it continues, or waits for what its status names. */
function stuckProblem(world: ChatWorld, { id, status, control }: Run): string | null {
  const stuck = `a run is ${status.state}, but nothing will continue it`;
  const due = world.worker().dueAt();
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
      // A silent page is read again after a wait.
      return due.length > 0 ? null : stuck;
    case 'processing':
      return world.endpoint.hasOpenRequest() || due.length > 0 ? null : stuck;
    case 'waiting-for-tools':
      return due.length > 0 && hasOpenCall(world, id) ? null : stuck;
    case 'waiting-for-agent-coordination':
      if (isPageWait(status) && world.page.isOpen()) return 'a run waits for a page that is open';
      return due.length > 0 ? null : stuck;
    case 'waiting-for-endpoint':
      // The choice of a model takes its turn after a control that reads the page.
      return world.hasModel() && (control === null || due.length === 0) ? stuck : null;
    case 'waiting-for-approval': {
      const approval = world.tables.approvals.get(status.approvalId);
      return approval?.state === 'pending' ? null : `a run waits for an approval that is ${approval?.state}`;
    }
    case 'paused':
    case 'done':
    case 'waiting-for-user-input':
    case 'waiting-for-system-input':
      return world.endpoint.hasOpenRequest() ? `a request is open although the run is ${status.state}` : null;
    default:
      return assertNever(status);
  }
}

function isCompleted({ status }: Run): boolean {
  return (
    status.state === 'done' || (status.state === 'waiting-for-system-input' && status.outcome === 'completed')
  );
}

/** If the page could not be read, the queued message stays in the queue, and the panel shows an error. */
function hadFaults({ faultState, faults }: ChatWorld): boolean {
  return faultState.count > 0 || faults.count() > 0;
}

/** A rollback starts no run, so a queued message may stay in the queue. */
function wasRolledBack({ tables }: ChatWorld): boolean {
  return tables.messages.all().some(({ role }) => role === 'rollback');
}

function isStopped({ status }: Run): boolean {
  return status.state === 'waiting-for-system-input' && status.outcome === 'stopped';
}

function hasOpenCall({ tables }: ChatWorld, runId: string): boolean {
  return nextStep(conversation(tables.messages.all()), runId).kind === 'execute';
}
