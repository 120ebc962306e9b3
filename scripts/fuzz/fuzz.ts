import { runSuiteCommand } from '../suites/run-suite-command';
import type { LoadModule } from '../suites/run-suites';
import type { SuiteCommand } from '../suites/suite';
import { FUZZ_SUITES } from './fuzz-suite';

/** `npm run fuzz`. */
export const FUZZ_COMMAND: SuiteCommand = {
  script: 'fuzz',
  about:
    'Tries the core on random input and prints what did not hold, with the seed and path that lead to it again.',
  noun: 'suite',
  failed: 'failed',
  takesPath: true,
  suites: FUZZ_SUITES,
};

/** `npm run fuzz` with these arguments. Answers with the exit code. */
export async function fuzz(args: string[], load: LoadModule): Promise<number> {
  return runSuiteCommand(FUZZ_COMMAND, args, load);
}
