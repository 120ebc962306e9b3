// First, as in the background: zod must be configured before any schema is created.
import '@/src/core/configure-zod';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { APPROVAL_POLICIES } from '@/src/schema/values/policy';
import { rarely } from './arbitraries';
import { reportOf, watchRejections, within } from './case-run';
import { commands } from './loop/actions';
import { endWorld } from './loop/end-world';
import { createProblems, type Problems } from './loop/problems';
import { createWorld } from './loop/world';

const MAX_ACTIONS = 30;

/** Real-time limit of a case in milliseconds. */
const CASE_LIMIT_MS = 20_000;

const settings = fc.record({
  requireToolCall: rarely(10),
  roundsPerRun: fc.constantFrom(10, 3, 1),
  checkpointLimit: fc.constantFrom(20_000, 4),
  approvalPolicy: fc.constantFrom(...APPROVAL_POLICIES),
  permissions: fc.constant({}),
  planMode: rarely(4),
  hasSecondChat: fc.boolean(),
});

/**
 * Runs the real loop and the real rollback against random actions of user, models, page, worker and storage,
 * in any order and at any moment, and checks the product's rules.
 *
 * @param options.path identifies a failing case of an earlier run with the same seed, which is then shrunk
 * again
 */
export async function fuzzLoop(options: SuiteOptions): Promise<SuiteReport> {
  const { runs, seed, path } = options;
  const watch = watchProcess();
  try {
    const sequences = fc.commands([commands], { maxCommands: MAX_ACTIONS, disableReplayLog: true });
    const property = fc.asyncProperty(fc.scheduler(), settings, sequences, async (scheduler, set, made) => {
      const problems = createProblems();
      watch.problems = problems;
      const world = await createWorld(set, scheduler, problems);
      watch.mayFail = () => world.faultState.hasFailed;
      try {
        const play = async () => {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), made);
          await endWorld(world);
          return true;
        };
        if ((await within(CASE_LIMIT_MS, play())) === null) throw new Error('The case hangs.');
        problems.assertNone();
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${JSON.stringify(set)}\n${world.caseLog()}`, {
          cause: error,
        });
      }
    });
    const wanted = path === undefined ? { numRuns: runs } : { numRuns: 1, path };
    const details = await fc.check(property, { seed, ...wanted });
    // The path doesn't record which actions shrinking removed, so only its first part identifies the case.
    const counterexamplePath = details.counterexamplePath?.split(':')[0] ?? null;
    return reportOf({ ...details, counterexamplePath } as typeof details, () => '');
  } finally {
    watch.end();
  }
}

/** Reports console output, unhandled rejections and similar events as problems of the case. */
function watchProcess() {
  const { error, warn } = console;
  const watch = {
    problems: createProblems() as Problems,
    /** True if the storage failed, so that the loop may write to the console. */
    mayFail: () => false,
    end() {
      endWatch();
      Object.assign(console, { error, warn });
    },
  };
  const endWatch = watchRejections((problem) => watch.problems.add(problem));
  console.error = (...words: unknown[]) => {
    if (!watch.mayFail()) watch.problems.add(`console.error: ${words.join(' ')}`);
  };
  console.warn = () => undefined;
  return watch;
}
