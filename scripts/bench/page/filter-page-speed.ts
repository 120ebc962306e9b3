import type { Page } from 'playwright';
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
  const rules = Array.from({ length: RULES }, (_, index) => `bench-vendor/model-${index}-*`);
  const many = await measure(MANY_MODELS, rules);
  const few = await measure(FEW_MODELS, rules);
  return OPERATIONS.flatMap(({ what }) => rowsOf(what, many[what] ?? [], few[what] ?? []));
}

function rowsOf(what: string, many: readonly MainThreadTasks[], few: readonly MainThreadTasks[]): BenchRow[] {
  const longest = many.map(({ longestMs }) => longestMs);
  return [
    {
      what: `${what}: longest task`,
      against: `the same with ${FEW_MODELS} models`,
      measured: longest,
      baseline: few.map(({ longestMs }) => longestMs),
      notes: [
        `${MANY_MODELS.toLocaleString('en-US')} models and ${RULES} rules of one provider, in Chromium.`,
      ],
    },
    {
      what: `${what}: longest task’s bound`,
      ...within(LONG_TASK_MS, 'ms'),
      measured: longest,
    },
    {
      what: `${what}: main thread`,
      against: `the same with ${FEW_MODELS} models`,
      measured: many.map(({ totalMs }) => totalMs),
      baseline: few.map(({ totalMs }) => totalMs),
    },
  ];
}

/** Measures the tasks of each operation, with one entry per round. */
function measure(models: number, rules: readonly string[]): Promise<Record<string, MainThreadTasks[]>> {
  const apiKey = crypto.randomUUID();
  const envText = `IGNORE_MODELS_OPENROUTER='${rules.join(',')}'\n`;
  return withFilterPlayground({ envText, apiKey, models, singleProvider: 'openrouter' }, ({ url }) =>
    withPage({ width: 1_400, height: 900 }, async (page) => {
      const filterPage = await openFilterPage(page, url, apiKey);
      const takes = OPERATIONS.map(({ what, act }) => [
        what,
        (round: number) => trace(page, () => act(filterPage, round + 1)),
      ]);
      return sampleInTurns({ rounds: ROUNDS, warmUpRounds: 1 }, Object.fromEntries(takes));
    }),
  );
}

/** Records the main thread's tasks while `act` runs and until the page has settled. */
async function trace(page: Page, act: () => Promise<void>): Promise<MainThreadTasks> {
  const recorded = await recordTrace(page, TASK_CATEGORIES, async () => {
    await act();
    await page.waitForTimeout(REST_MS);
  });
  return mainThreadTasks(recorded);
}
