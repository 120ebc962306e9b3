import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { withPage } from '@/tests/drive/with-page';
import { withFilterPlayground } from '@/tests/fakes/filter-playground';
import { type BenchRow, within } from '../bench-row';
import { sampleInTurns } from '../measure';
import { type MainThreadTasks, mainThreadTasks, recordTrace, TASK_CATEGORIES } from '../trace';

const MANY_MODELS = 10_000;
const FEW_MODELS = 100;
const RULES = 500;
const ROUNDS = 5;
/** The browser's threshold for a long task (W3C Long Tasks). */
const LONG_TASK_MS = 50;
/** Time in milliseconds for the page to settle after an action, so that its deferred work counts. */
const REST_MS = 400;

/** A user's operation, performed once per round. */
interface Operation {
  what: string;
  act(page: FilterPage, round: number): Promise<void>;
}

const OPERATIONS: readonly Operation[] = [
  {
    what: 'typing a search',
    async act({ page }) {
      const search = page.getByRole('searchbox', { name: 'Search models' });
      await search.click();
      await search.pressSequentially('preview', { delay: 80 });
      await search.fill('');
    },
  },
  {
    what: 'adding a rule',
    async act(filterPage, round) {
      await filterPage.addIgnoreRule(`*-bench-${round}-*`);
      await filterPage.addIgnoreRule(`meta-llama/llama-3.${round}*`);
    },
  },
  {
    what: 'scrolling',
    async act({ page }) {
      await page.getByRole('listbox', { name: 'All models' }).hover({ position: { x: 60, y: 40 } });
      for (let turn = 0; turn < 20; turn += 1) {
        await page.mouse.wheel(0, turn < 10 ? 400 : -400);
        await page.waitForTimeout(30);
      }
    },
  },
];

/** Measures main-thread work of the filter page with very many models of one provider. */
export async function filterPageSpeedRows(): Promise<BenchRow[]> {
  const many = await measure(MANY_MODELS);
  const few = await measure(FEW_MODELS);
  return OPERATIONS.flatMap((operation): BenchRow[] => {
    const figures = (figure: keyof MainThreadTasks) => ({
      against: `the same with ${FEW_MODELS} models`,
      measured: many(operation).map((tasks) => tasks[figure]),
      baseline: few(operation).map((tasks) => tasks[figure]),
    });
    const { what } = operation;
    const longest = figures('longestMs');
    const size = `${MANY_MODELS.toLocaleString('en-US')} models and ${RULES} rules`;
    return [
      { what: `${what}: longest task`, ...longest, notes: [`${size} of one provider, in Chromium.`] },
      { what: `${what}: longest task’s bound`, ...longest, ...within(LONG_TASK_MS, 'ms') },
      { what: `${what}: main thread`, ...figures('totalMs') },
    ];
  });
}

/** Measures the tasks of each operation, until the page has settled. Resolves with the function that returns an operation's samples. */
function measure(models: number): Promise<(operation: Operation) => MainThreadTasks[]> {
  const apiKey = crypto.randomUUID();
  const rules = Array.from({ length: RULES }, (_, index) => `bench-vendor/model-${index}-*`);
  const envText = `IGNORE_MODELS_OPENROUTER='${rules.join(',')}'\n`;
  return withFilterPlayground({ envText, apiKey, models, singleProvider: 'openrouter' }, ({ url }) =>
    withPage({ width: 1_400, height: 900 }, async (page) => {
      const filterPage = await openFilterPage(page, url, apiKey);
      return sampleInTurns({ rounds: ROUNDS, warmUpRounds: 1 }, OPERATIONS, async ({ act }, round) => {
        const trace = await recordTrace(page, TASK_CATEGORIES, async () => {
          await act(filterPage, round + 1);
          await page.waitForTimeout(REST_MS);
        });
        return mainThreadTasks(trace);
      });
    }),
  );
}
