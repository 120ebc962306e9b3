import type { FuzzFailure, FuzzOptions, FuzzReport, FuzzSuite } from './fuzz-suite';
import type { FuzzArguments } from './parse-fuzz-arguments';

/** Loads a module by its path from the repository's root; null where there is none. */
export type LoadModule = (path: string) => Promise<Record<string, unknown> | null>;

/** What a run of the suites is made of. */
export interface FuzzDeps {
  load: LoadModule;
  print(line: string): void;
  anySeed(): number;
}

/**
 * Runs the suites asked for and prints what came of each. Answers with the exit code: 1 if anything failed, a suite
 * that could not be run included.
 */
export async function runFuzz(
  suites: readonly FuzzSuite[],
  wanted: FuzzArguments,
  deps: FuzzDeps,
): Promise<number> {
  const seed = wanted.seed ?? deps.anySeed();
  deps.print(`seed ${seed}`);
  let failed = false;
  for (const suite of suites.filter(({ name }) => wanted.suites.includes(name))) {
    const options = {
      runs: wanted.runs ?? suite.runs,
      seed,
      ...(wanted.path === null ? {} : { path: wanted.path }),
    };
    const isWell = await runSuite(suite, options, deps);
    failed ||= !isWell;
  }
  return failed ? 1 : 0;
}

async function runSuite(suite: FuzzSuite, options: FuzzOptions, { load, print }: FuzzDeps): Promise<boolean> {
  const module = await load(suite.file);
  const run = module?.[suite.exportName];
  if (!isRun(run)) {
    const missing = module === null ? suite.file : `${suite.exportName} in ${suite.file}`;
    print(`${suite.name}: could not be run, there is no ${missing}`);
    return false;
  }
  const startedAtMs = performance.now();
  const { cases, failures } = await run(options);
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  print(`${suite.name}: ${cases} cases tried, ${failures.length} failed (${seconds} s)`);
  for (const failure of failures) print(failureText(suite.name, options.runs, failure));
  // Nothing tried is nothing shown.
  return failures.length === 0 && cases > 0;
}

function isRun(value: unknown): value is (options: FuzzOptions) => Promise<FuzzReport> {
  return typeof value === 'function';
}

function failureText(suite: string, runs: number, { message, seed, path }: FuzzFailure): string {
  const indented = message.replaceAll('\n', '\n    ');
  return `  ${indented}\n  again: npm run fuzz -- --only ${suite} --runs ${runs} --seed ${seed} --path ${path}`;
}
