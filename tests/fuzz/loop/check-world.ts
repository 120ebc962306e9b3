import { assertNever } from '@/src/core/assert-never';
import { conversation } from '@/src/core/chat/message';
import { canonicalJson } from '@/src/core/hash';
import { nextStep } from '@/src/core/loop/next-step';
import type { Run } from '@/src/core/loop/run';
import { hasEnded, isActive, isPageWait, outcomeOf } from '@/src/core/loop/transition';
import { auditChainProblems, auditProblems } from './audit-problems';
import { borderProblems } from './border-problems';
import type { ChatWorld } from './chat-world';
import type { World } from './world';

/** What must hold whenever nothing is happening. */
export async function checkWorld(world: World): Promise<void> {
  const { allTables, history, problems } = world;
  for (const problem of auditChainProblems(world)) problems.add(problem);
  for (const problem of borderProblems(allTables, history)) problems.add(problem);
  for (const chat of world.chats) await checkChat(chat);
}

async function checkChat(world: ChatWorld): Promise<void> {
  const { tables, problems } = world;
  world.witness.check();
  world.spoken.check(world.worker().dueAt().length > 0);
  const run = await world.run();
  if (run !== null) {
    // Else somebody was told that the storage failed, and has to do something.
    if (!world.trouble.wasRefused) checkGoesOn(world, run);
    const waiting = world.spoken.waiting();
    if (waiting !== null && !wasTroubled(world) && isCompleted(run) && !wasCut(world)) {
      problems.add(`“${waiting}” still waits, though the run is over`);
    }
    if (isStopped(run) && hasOpenCall(world, run.id)) problems.add('a run was stopped with calls left open');
  }
  for (const problem of auditProblems(world)) problems.add(problem);
  for (const { runId, state } of tables.approvals.all()) {
    const outcome = outcomeOf(tables.runs.get(runId)?.status ?? { state: 'done' });
    // A run that failed can go on, and asks again.
    if (state === 'pending' && outcome !== null && outcome !== 'error') {
      problems.add(`a question is still open, though its run is ${outcome}`);
    }
  }
  for (const other of tables.runs.all()) {
    if (other.id !== run?.id && isActive(other.status)) problems.add('a run that was left is still active');
    if (hasEnded(other.status) && other.endedAtMs === null) problems.add('a run is over, but has no end');
  }
  for (const checkpoint of tables.checkpoints.all()) {
    const notes = world.history.notesOf(checkpoint.stateHash);
    const state = await world.checkpoints.stateOf(checkpoint);
    if (canonicalJson(state) !== canonicalJson({ notes: [...(notes ?? [])] })) {
      problems.add(`checkpoint ${checkpoint.sequence} rebuilds to ${canonicalJson(state)}, not ${notes}`);
    }
    // Proved by its hash.
    await world.checkpoints.stateAfter(checkpoint);
  }
}

function checkGoesOn(world: ChatWorld, run: Run): void {
  const stuck = stuckProblem(world, run);
  if (stuck !== null) world.problems.add(stuck);
  // A request under way is waited for, as is a page that has to be read again.
  if (run.control === null || run.status.state === 'processing') return;
  if (world.worker().dueAt().length > 0) return;
  world.problems.add(`a run that is ${run.status.state} was asked to ${run.control}, and didn’t`);
}

/** Why a run that ought to go on doesn't; null if it does, or waits for what it says it waits for. */
function stuckProblem(world: ChatWorld, { id, status }: Run): string | null {
  const stuck = `a run is ${status.state}, and nothing goes on`;
  const due = world.worker().dueAt();
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
      // A page that is silent is waited for.
      return due.length > 0 ? null : stuck;
    case 'processing':
      return world.endpoint.isAsked() || due.length > 0 ? null : stuck;
    case 'waiting-for-tools':
      return due.length > 0 && hasOpenCall(world, id) ? null : stuck;
    case 'waiting-for-agent-coordination':
      if (isPageWait(status) && world.page.isOpen()) return 'a run waits for a page that is there';
      return due.length > 0 ? null : stuck;
    case 'waiting-for-endpoint':
      return world.hasModel() ? stuck : null;
    case 'waiting-for-approval': {
      const question = world.tables.approvals.get(status.approvalId);
      return question?.state === 'pending' ? null : `a run waits for an approval that is ${question?.state}`;
    }
    case 'paused':
    case 'done':
    case 'waiting-for-user-input':
    case 'waiting-for-system-input':
      return world.endpoint.isAsked() ? `the model is asked although the run is ${status.state}` : null;
    default:
      return assertNever(status);
  }
}

function isCompleted({ status }: Run): boolean {
  return (
    status.state === 'done' || (status.state === 'waiting-for-system-input' && status.outcome === 'completed')
  );
}

/** Where the page could not be read, what waits stays in the queue, beside an error. */
function wasTroubled({ trouble, faults }: ChatWorld): boolean {
  return trouble.count > 0 || faults.count() > 0;
}

/** A rollback begins nothing by itself. */
function wasCut({ tables }: ChatWorld): boolean {
  return tables.messages.all().some(({ role }) => role === 'rollback');
}

function isStopped({ status }: Run): boolean {
  return status.state === 'waiting-for-system-input' && status.outcome === 'stopped';
}

function hasOpenCall({ tables }: ChatWorld, runId: string): boolean {
  return nextStep(conversation(tables.messages.all()), runId).kind === 'execute';
}
