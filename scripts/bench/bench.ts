import { UsageError } from '../usage-error';
import { parseBenchArguments } from './parse-bench-arguments';
import { runBench } from './run-bench';
import { BENCH_SUITES } from './suites';

/**
 * `npm run bench` with these arguments. Resolves with the exit code; invalid arguments are reported without a
 * stack.
 */
export async function bench(args: string[]): Promise<number> {
  try {
    return await runBench(BENCH_SUITES, parseBenchArguments(args, BENCH_SUITES));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 1;
  }
}
