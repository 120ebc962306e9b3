import type { Run } from '@/src/schema/run';
import { stateInWords } from '../../fakes/loop-harness';

/** The state of a chat's run in one or two words: its outcome once it is over. */
export function runState({ run }: { run: Run | null }): string {
  return run === null ? 'no run' : stateInWords(run.status);
}
