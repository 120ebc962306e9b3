import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { OpenedPage } from '../open-page';
import { createCaller, type SampleCall, type Subject, samplesOf } from '../subject';

export type Caller = ReturnType<typeof createCaller>;

/** The call reaches the page, and its answer arrives. */
export const delivered = (send: () => Promise<ExecutionOutcome>) => send();

/** The first sample call that writes, and the first that commits. */
export function firstWrites(subject: Subject): SampleCall[] {
  return [...samplesOf(subject, ['write']).slice(0, 1), ...samplesOf(subject, ['commit']).slice(0, 1)];
}

/** Tries each sample call on a newly opened page. Problems name their tool. */
export async function onNewPages(
  subject: Subject,
  samples: readonly SampleCall[],
  act: (caller: Caller, sample: SampleCall, opened: OpenedPage) => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const sample of samples) {
    const opened = await subject.open(null);
    const caller = createCaller(subject, opened);
    if (sample.startsUnsaved) {
      const read = await opened.kit('read');
      const [state] = subject.adapterCase.states(read.state, read.context);
      if (state !== undefined) await caller.applyState(state);
    }
    const found = await act(caller, sample, opened);
    problems.push(...found.map((problem) => `${sample.tool.name}: ${problem}`));
    await opened.close();
  }
  return problems;
}

/** True for a dry run that succeeds and shows another state than the page has. */
export function showsChange(call: CallDryRun): boolean {
  if (call.kind === 'failure') return false;
  const { after, stateHashBefore, savedHashBefore } = call;
  return after === null || after.stateHash !== stateHashBefore || after.savedHash !== savedHashBefore;
}

/** A value in a problem. */
export function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 200);
}

/** The problems of the statements that don't hold. */
export function broken(statements: readonly (readonly [boolean, string])[]): string[] {
  return statements.flatMap(([isKept, problem]) => (isKept ? [] : [problem]));
}
