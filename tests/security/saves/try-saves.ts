import '@/tests/world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import type { PageFaults } from '@/tests/fakes/model-filter-page';
import { createCaseReport } from '../case-report';
import { type AdminSchedule, playScenario } from './play-scenario';
import { type SaveScenario, saveScenario, scenarioText } from './save-scenario';
import { ADMIN_ACTIONS } from './second-admin';

/** Cases per scenario; in each, the other admin acts at another moment. */
const CASES_PER_SCENARIO = 24;

/** The other admin's actions in the cases of a scenario. */
interface SaveCase {
  scenario: SaveScenario;
  /** Number of the first moment; the others follow at equal distances. */
  offset: number;
  /** The action of each case, and of the second action in every other case. */
  actions: number[];
  seconds: number[];
}

const indexes = fc.array(fc.nat(999), { minLength: CASES_PER_SCENARIO, maxLength: CASES_PER_SCENARIO });
const saveCase: fc.Arbitrary<SaveCase> = fc.record({
  scenario: saveScenario,
  offset: fc.nat(999),
  actions: indexes,
  seconds: indexes,
});

/**
 * Lets another admin save other rules, or change the models, at every step of a save by the real background,
 * gate, journal, adapter and content script, on a page with a file. A save may replace only file content that
 * its approval showed or, with a permission, that was known when the run began.
 *
 * @param faults of the page, to prove that the suite detects a page without a guard
 */
export async function trySaves({ runs, seed }: SuiteOptions, faults: PageFaults = {}): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const count = Math.ceil(runs / CASES_PER_SCENARIO);
  const saveCases = fc.sample(saveCase, { numRuns: count, seed });
  let left = runs;
  let saves = 0;
  for (const { scenario, offset, actions, seconds } of saveCases) {
    const undisturbed = await playScenario(scenario, [], faults);
    const name = scenarioText(scenario);
    const problems = undisturbed.saves === 0 ? ['nothing was saved without a second admin'] : [];
    report.addProblems(name, [...undisturbed.problems, ...problems]);
    const total = undisturbed.moments.length;
    const cases = Math.min(left, CASES_PER_SCENARIO);
    for (let index = 0; index < cases; index += 1) {
      const at = (offset + Math.floor((index * total) / cases)) % total;
      const schedule: AdminSchedule = [
        { at, action: adminAction(actions[index] ?? 0) },
        ...(index % 2 === 0
          ? []
          : [{ at: (seconds[index] ?? 0) % total, action: adminAction(seconds[index] ?? 0) }]),
      ];
      const result = await playScenario(scenario, schedule, faults);
      saves += result.saves;
      report.addCase(scheduleText(schedule, result.moments, name), result.problems);
    }
    left -= cases;
  }
  // If nothing is saved, nothing is replaced.
  if (saves < runs / 4) report.addProblems('all cases', [`${saves} saves`]);
  return report.report();
}

function adminAction(number: number) {
  const action = ADMIN_ACTIONS[number % ADMIN_ACTIONS.length];
  if (action === undefined) throw new Error('There is no action.');
  return action;
}

function scheduleText(schedule: AdminSchedule, moments: readonly string[], scenario: string): string {
  const momentOf = (at: number | string) => (typeof at === 'number' ? (moments[at] ?? 'never') : 'each');
  const actions = schedule.map(({ at, action }) => `at ${at} (${momentOf(at)}) another admin ${action.name}`);
  return `${actions.join('; ')}, in ${scenario}`;
}
