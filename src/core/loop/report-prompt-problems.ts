import { canonicalJson } from '../hash';
import type { PromptProblem } from '../records/prompt-problem';
import type { Run } from '../records/run';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';

/** Stores with the run, and emits, the problems that it doesn't have yet: each request builds the same prompt again. */
export async function reportPromptProblems(
  deps: LoopDeps,
  run: Run,
  problems: readonly PromptProblem[],
): Promise<void> {
  const known = run.promptProblems ?? [];
  const all = new Map([...known, ...problems].map((problem) => [canonicalJson({ ...problem }), problem]));
  const added = [...all.values()].slice(known.length);
  if (added.length === 0) return;
  await deps.journal.updateRun(run.id, { promptProblems: [...known, ...added] });
  deps.events.emit(sourceOf(run), {
    type: 'prompt-problems',
    messages: added.map((problem) => problem.message),
  });
}
