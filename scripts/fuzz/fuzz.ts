import { runSuiteCommand } from '../suites/run-suite-command';
import type { LoadModule } from '../suites/run-suites';
import type { SuiteCommand } from '../suites/suite';
import { FUZZ_SUITES } from './fuzz-suite';

/** `npm run fuzz`. */
export const FUZZ_COMMAND: SuiteCommand = {
  script: 'fuzz',
  about:
    'Tests the core with random input and prints failed cases, with the seed and path that reproduce them.',
  noun: 'suite',
  failed: 'failed',
  takesPath: true,
  suites: FUZZ_SUITES,
};

/** `npm run fuzz` with these arguments. Resolves with the exit code. */
export async function fuzz(args: string[], load: LoadModule): Promise<number> {
  return runSuiteCommand(FUZZ_COMMAND, args, load);
}
