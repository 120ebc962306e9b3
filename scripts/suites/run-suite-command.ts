import { UsageError } from '../usage-error';
import { parseSuiteArguments, suiteHelp } from './parse-suite-arguments';
import { type LoadModule, runSuites } from './run-suites';
import type { SuiteCommand } from './suite';

/**
 * Runs a command with these arguments and resolves with the exit code. Invalid arguments are reported without
 * a stack.
 */
export async function runSuiteCommand(
  command: SuiteCommand,
  args: string[],
  load: LoadModule,
): Promise<number> {
  try {
    const wanted = parseSuiteArguments(args, command);
    if (wanted.isHelp) {
      console.log(suiteHelp(command));
      return 0;
    }
    return await runSuites(command, wanted, { load, print: console.log, anySeed });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** A random 32-bit seed. */
function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 32) - 2 ** 31;
}
