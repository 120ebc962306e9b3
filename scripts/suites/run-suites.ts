import type { SuiteArguments } from './parse-suite-arguments';
import type { Suite, SuiteCommand, SuiteFailure, SuiteOptions, SuiteReport } from './suite';

/** Loads a module by its path from the repository's root; null if there is none. */
export type LoadModule = (path: string) => Promise<Record<string, unknown> | null>;

/** Dependencies of a run. */
export interface SuiteDeps {
  load: LoadModule;
  print(line: string): void;
  anySeed(): number;
}

interface Outcome {
  cases: number;
  failures: number;
  isWell: boolean;
}

/**
 * Runs the suites, prints the result of each, and a total if there are several. Resolves with the exit code:
 * 1 if anything failed, including a suite that could not be loaded.
 */
export async function runSuites(
  command: SuiteCommand,
  wanted: SuiteArguments,
  deps: SuiteDeps,
): Promise<number> {
  const seed = wanted.seed ?? deps.anySeed();
  deps.print(`seed ${seed}`);
  const outcomes: Outcome[] = [];
  for (const suite of command.suites.filter(({ name }) => wanted.suites.includes(name))) {
    const options = {
      runs: wanted.runs ?? suite.runs,
      seed,
      ...(wanted.path === null ? {} : { path: wanted.path }),
    };
    outcomes.push(await runSuite(command, suite, options, deps));
  }
  if (outcomes.length > 1) {
    const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0);
    const failures = outcomes.reduce((sum, outcome) => sum + outcome.failures, 0);
    deps.print(`total: ${cases} cases tried, ${failures} ${command.failed}`);
  }
  return outcomes.every(({ isWell }) => isWell) ? 0 : 1;
}

async function runSuite(
  command: SuiteCommand,
  suite: Suite,
  options: SuiteOptions,
  { load, print }: SuiteDeps,
): Promise<Outcome> {
  const module = await load(suite.file);
  const run = module?.[suite.exportName];
  if (!isRun(run)) {
    const missing = module === null ? suite.file : `${suite.exportName} in ${suite.file}`;
    print(`${suite.name}: could not be run, there is no ${missing}`);
    return { cases: 0, failures: 0, isWell: false };
  }
  const startedAtMs = performance.now();
  const { cases, failures } = await run(options);
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  print(`${suite.name}: ${cases} cases tried, ${failures.length} ${command.failed} (${seconds} s)`);
  for (const failure of failures) print(failureText(command, suite, options.runs, failure));
  // A suite without cases proves nothing, so it fails.
  return { cases, failures: failures.length, isWell: failures.length === 0 && cases > 0 };
}

function isRun(value: unknown): value is (options: SuiteOptions) => Promise<SuiteReport> {
  return typeof value === 'function';
}

function failureText({ script }: SuiteCommand, suite: Suite, runs: number, failure: SuiteFailure): string {
  const indented = failure.message.replaceAll('\n', '\n    ');
  const path = failure.path === undefined ? '' : ` --path ${failure.path}`;
  return `  ${indented}\n  again: npm run ${script} -- --only ${suite.name} --runs ${runs} --seed ${failure.seed}${path}`;
}
