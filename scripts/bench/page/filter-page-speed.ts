import type { BenchRow } from '../bench-row';
import { type BenchPage, openBenchPage } from './bench-page';
import type { MainThreadTasks } from './main-thread-tasks';
import { type PlaygroundProcess, startPlaygroundProcess } from './playground-process';

const MANY_MODELS = 10_000;
const FEW_MODELS = 100;
const RULES = 500;
const ROUNDS = 5;
/** The browser's threshold for a long task (W3C Long Tasks). */
const LONG_TASK_MS = 50;

/** An operation of the user, run once per round. */
interface Operation {
  what: string;
  act(page: BenchPage['filterPage'], round: number): Promise<void>;
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

/** Main-thread work of the filter page with very many models of one provider. */
export async function filterPageSpeedRows(): Promise<BenchRow[]> {
  const rules = Array.from({ length: RULES }, (_, index) => `bench-vendor/model-${index}-*`);
  const many = await measure(MANY_MODELS, rules);
  const few = await measure(FEW_MODELS, rules);
  return OPERATIONS.flatMap(({ what }, index) => rowsOf(what, many[index] ?? [], few[index] ?? []));
}

function rowsOf(what: string, many: readonly MainThreadTasks[], few: readonly MainThreadTasks[]): BenchRow[] {
  const longest = many.map(({ longestMs }) => longestMs);
  return [
    {
      what: `${what}: longest task`,
      against: `the same with ${FEW_MODELS} models`,
      unit: 'ms',
      measured: longest,
      baseline: few.map(({ longestMs }) => longestMs),
      goal: null,
      notes: [
        `${MANY_MODELS.toLocaleString('en-US')} models and ${RULES} rules of one provider, in Chromium.`,
      ],
    },
    {
      what: `${what}: longest task’s bound`,
      against: `a long task’s bound of ${LONG_TASK_MS} ms`,
      unit: 'ms',
      measured: longest,
      baseline: [LONG_TASK_MS],
      goal: { kind: 'at-most', ratio: 1 },
      notes: [],
    },
    {
      what: `${what}: main thread`,
      against: `the same with ${FEW_MODELS} models`,
      unit: 'ms',
      measured: many.map(({ totalMs }) => totalMs),
      baseline: few.map(({ totalMs }) => totalMs),
      goal: null,
      notes: [],
    },
  ];
}

/** The tasks of each operation, one entry per round. */
async function measure(models: number, rules: readonly string[]): Promise<MainThreadTasks[][]> {
  return withPlayground(await startPlaygroundProcess(models, rules), async (playground) => {
    const page = await openBenchPage(playground);
    try {
      return await inRounds(page);
    } finally {
      await page.close();
    }
  });
}

async function inRounds(page: BenchPage): Promise<MainThreadTasks[][]> {
  const samples: MainThreadTasks[][] = OPERATIONS.map(() => []);
  // The first round is a warm-up for the compiler.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { act }] of OPERATIONS.entries()) {
      const tasks = await page.trace(() => act(page.filterPage, round));
      if (round > 0) samples[index]?.push(tasks);
    }
  }
  return samples;
}

async function withPlayground<Value>(
  playground: PlaygroundProcess,
  work: (playground: PlaygroundProcess) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(playground);
  } finally {
    await playground.close();
  }
}
