import { randomInt } from 'node:crypto';
import { chosenBy, wholeNumber } from '../chosen-by';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';
import type { Suite, SuiteCommand, SuiteFailure, SuiteOptions, SuiteReport } from './suite';

/** Seeds are 32-bit integers and not negative, since an argument that starts with `-` is parsed as an option. */
const MAX_SEED = 2 ** 31 - 1;

/**
 * Runs the suites that the arguments select, and prints the result of each and a total of several. Resolves with the
 * exit code: 1 if anything failed. Throws {@link UserError} for invalid arguments.
 */
export async function runSuites(
  command: SuiteCommand,
  args: string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  const wanted = parseSuiteArguments(args, command);
  if (wanted === null) return 0;
  const { suites, runs, seed, path } = wanted;
  print(`seed ${seed}`);
  const reports: SuiteReport[] = [];
  for (const suite of suites) {
    const options = { runs: runs ?? suite.runs, seed, ...(path !== undefined && { path }) };
    reports.push(await runSuite(command, suite, options, print));
  }
  if (reports.length > 1) {
    const cases = reports.reduce((sum, report) => sum + report.cases, 0);
    const failures = reports.reduce((sum, report) => sum + report.failures.length, 0);
    print(`total: ${cases} cases tried, ${failures} ${command.failed}`);
  }
  // A suite without cases fails, because it proves nothing.
  return reports.every(({ cases, failures }) => failures.length === 0 && cases > 0) ? 0 : 1;
}

/**
 * Parses the arguments; null for `--help`. Without arguments for them, the seed is random and the runs are undefined.
 */
export function parseSuiteArguments(args: string[], command: SuiteCommand) {
  const text = { type: 'string' } as const;
  const given = parseCommandLine(args, suiteHelp(command), {
    options: {
      only: { type: 'string', multiple: true },
      runs: text,
      seed: text,
      ...(command.takesPath ? { path: text } : {}),
    },
  });
  if (given === null) return null;
  const { only, runs, seed } = given.values;
  const path = given.values.path?.toString();
  const { noun } = command;
  const suites = chosenBy(only, command.suites, noun);
  if (path !== undefined && (suites.length !== 1 || seed === undefined)) {
    throw new UserError(`A path leads to a case of one ${noun} and seed: say --only and --seed as well.`);
  }
  return {
    suites,
    runs: runs === undefined ? undefined : wholeNumber('--runs', runs, 1, Number.MAX_SAFE_INTEGER),
    seed: seed === undefined ? randomInt(MAX_SEED) : wholeNumber('--seed', seed, 0, MAX_SEED),
    path,
  };
}

function suiteHelp({ script, about, noun, takesPath, suites }: SuiteCommand): string {
  const seed = takesPath ? '[--seed S [--path P]]' : '[--seed S]';
  return `Usage: npm run ${script} -- [--only ${noun.toUpperCase()}]... [--runs N] ${seed}

${about}
There is: ${suites.map(({ name }) => name).join(', ')}.`;
}

async function runSuite(
  command: SuiteCommand,
  suite: Suite,
  options: SuiteOptions,
  print: (line: string) => void,
): Promise<SuiteReport> {
  const run = await suite.load();
  const startedAtMs = performance.now();
  // A suite that throws, e.g. since a slow machine exceeded a time limit, doesn't keep the others from running.
  const report = await run(options).catch(
    (error: unknown): SuiteReport => ({
      cases: 0,
      failures: [
        { message: `it threw: ${error instanceof Error ? error.stack : error}`, seed: options.seed },
      ],
    }),
  );
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  print(
    `${suite.name}: ${report.cases} cases tried, ${report.failures.length} ${command.failed} (${seconds} s)`,
  );
  for (const failure of report.failures) print(failureText(command, suite, options.runs, failure));
  return report;
}

function failureText({ script }: SuiteCommand, suite: Suite, runs: number, failure: SuiteFailure): string {
  const indented = failure.message.replaceAll('\n', '\n    ');
  const path = failure.path === undefined ? '' : ` --path ${failure.path}`;
  return `  ${indented}\n  again: npm run ${script} -- --only ${suite.name} --runs ${runs} --seed ${failure.seed}${path}`;
}
