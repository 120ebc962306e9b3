import { UsageError } from '../usage-error';
import { FUZZ_SUITES } from './fuzz-suite';
import { fuzzHelp, parseFuzzArguments } from './parse-fuzz-arguments';
import { type LoadModule, runFuzz } from './run-fuzz';

/** `npm run fuzz` with these arguments. Answers with the exit code; wrong arguments are told without a stack. */
export async function fuzz(args: string[], load: LoadModule): Promise<number> {
  try {
    const wanted = parseFuzzArguments(args, FUZZ_SUITES);
    if (wanted.isHelp) {
      console.log(fuzzHelp(FUZZ_SUITES));
      return 0;
    }
    return await runFuzz(FUZZ_SUITES, wanted, { load, print: console.log, anySeed });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** A 32-bit seed. */
function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 32) - 2 ** 31;
}
