// First, as in the background: zod must be configured before any schema is created.
import '@/src/core/configure-zod';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { APPROVAL_POLICIES } from '@/src/schema/values/policy';
import { commands } from './loop/actions';
import { endWorld } from './loop/end-world';
import { createProblems, type Problems } from './loop/problems';
import { createWorld } from './loop/world';

const MAX_ACTIONS = 30;

/** Real-time limit of a case in milliseconds; without it, a case that hangs would end the process. */
const CASE_LIMIT_MS = 20_000;

const settings = fc.record({
  requireToolCall: fc.nat({ max: 9 }).map((chance) => chance === 9),
  roundsPerRun: fc.constantFrom(10, 3, 1),
  checkpointLimit: fc.constantFrom(20_000, 4),
  approvalPolicy: fc.constantFrom(...APPROVAL_POLICIES),
  permissions: fc.constant({}),
  planMode: fc.nat({ max: 3 }).map((chance) => chance === 3),
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
        await within(CASE_LIMIT_MS, async () => {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), made);
          await endWorld(world);
        });
        problems.assertNone();
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${JSON.stringify(set)}\n${world.caseLog()}`, {
          cause: error,
        });
      }
    });
    const wanted = path === undefined ? { numRuns: runs } : { numRuns: 1, path };
    const result = await fc.check(property, { seed, ...wanted });
    const { failed, numRuns, counterexamplePath, errorInstance } = result;
    if (!failed) return { cases: numRuns, failures: [] };
    // The path doesn't record which actions shrinking removed, so only its first part identifies the case.
    const start = counterexamplePath?.split(':')[0] ?? '';
    return {
      cases: numRuns,
      failures: [{ message: String((errorInstance as Error).message), seed, path: start }],
    };
  } finally {
    watch.end();
  }
}

async function within(limitMs: number, work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The case hangs.')), limitMs);
  });
  try {
    await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
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
      process.off('unhandledRejection', onUnhandled);
      Object.assign(console, { error, warn });
    },
  };
  function onUnhandled(reason: unknown): void {
    watch.problems.add(`unhandled rejection: ${reason}`);
  }
  process.on('unhandledRejection', onUnhandled);
  console.error = (...words: unknown[]) => {
    if (!watch.mayFail()) watch.problems.add(`console.error: ${words.join(' ')}`);
  };
  console.warn = () => undefined;
  return watch;
}
