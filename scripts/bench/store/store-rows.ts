import type { Browser, Page } from 'playwright';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { withPage } from '@/tests/drive/with-page';
import type { BenchRow } from '../bench-row';
import { typicalCheckpoints } from '../core/typical-checkpoints';
import { exponentRow, FLAT, LINEAR, TURNS } from '../growth/exponent-row';
import { sampleInTurns, type Turns } from '../measure';
import type { Operation } from './in-browser';

/** Contents of a database: chats, of which the first is the one that operations open, and has the checkpoints. */
export interface StoreSizes {
  chats: number;
  messages: number;
  messagesOfOthers: number;
  messagesPerRun: number;
  wordsPerMessage: number;
  checkpoints: number;
}

/** Operations that are measured in databases of several sizes, ascending, with the goal of each; null for information only. */
interface Series {
  by: 'chats' | 'messages' | 'checkpoints';
  sizes: readonly number[];
  /** Differences from the sizes of the other databases. */
  base?: Partial<StoreSizes>;
  turns?: Turns;
  /** In this order: a later one may work on what an earlier one has added. */
  operations: readonly (readonly [operation: Operation, atMost: number | null])[];
}

const BASE = {
  chats: 1,
  messagesOfOthers: 200,
  messages: 200,
  checkpoints: 0,
  messagesPerRun: 10,
  wordsPerMessage: 10,
};
/** The limit for the time with many, as a multiple of the time with few. */
const GOAL = 1.5;

const MANY: readonly Series[] = [
  {
    by: 'chats',
    sizes: [10, 1_000],
    turns: { rounds: 40, warmUpRounds: 5 },
    operations: [
      ['opening the list', GOAL],
      ['searching a word of one chat', GOAL],
      ['searching a word of some chats', GOAL],
      ['searching a word of every chat', GOAL],
      ['searching the beginning of a word', GOAL],
      ['searching the beginning of many words', GOAL],
      ['searching three words', GOAL],
      ['searching a word of no chat', GOAL],
      ['other chats that run', GOAL],
      ['opening a chat', GOAL],
      ['the check at the worker’s start', GOAL],
    ],
  },
  {
    by: 'messages',
    sizes: [50, 5_000],
    base: { messagesPerRun: 2 },
    turns: { rounds: 12, warmUpRounds: 2 },
    operations: [
      ['a run with one answer', GOAL],
      ['a run without the model’s time', null],
    ],
  },
];

const SMALL = { messages: 10, messagesOfOthers: 10, messagesPerRun: 2, wordsPerMessage: 3, checkpoints: 10 };

const GROWTH: readonly Series[] = [
  {
    by: 'messages',
    sizes: [10, 100, 1_000, 10_000],
    operations: [
      ['opening a chat', FLAT],
      ['a run without the model’s time', FLAT],
    ],
  },
  {
    by: 'chats',
    sizes: [1, 10, 100, 1_000],
    operations: [
      ['opening a chat', FLAT],
      ['opening the list', FLAT],
    ],
  },
  {
    by: 'checkpoints',
    sizes: [10, 100, 1_000, 10_000],
    operations: [
      ['listing the checkpoints', LINEAR],
      ['taking a checkpoint', FLAT],
    ],
  },
];

/** Measures the panel's queries on very many chats, or runs in a very long chat, in Chromium's database. */
export function storeRows(of: 'chats' | 'messages'): Promise<BenchRow[]> {
  const series = MANY.filter(({ by }) => by === of);
  return measureStore(series, ({ by, sizes }, operation, samplesOf, atMost) => {
    const [few = 0, many = 0] = sizes;
    return {
      what: `${operation}, ${many.toLocaleString('en-US')} ${by}`,
      against: `the same with ${few} ${by}`,
      measured: samplesOf(many),
      baseline: samplesOf(few),
      atMost: atMost ?? undefined,
    };
  });
}

/** Measures in Chromium's database how the panel's and the background's work grows with what is stored. */
export function storeGrowthRows(): Promise<BenchRow[]> {
  const series = GROWTH.map((each) => ({ ...each, base: SMALL }));
  return measureStore(series, ({ by, sizes }, operation, samplesOf, atMost) =>
    exponentRow(`${operation}, by ${by}`, sizes, samplesOf, Number(atMost)),
  );
}

/** Number of checkpoints that are handed to the browser at once. */
const PART = 500;

async function measureStore(
  table: readonly Series[],
  rowOf: (
    series: Series,
    operation: Operation,
    samplesOf: (size: number) => readonly number[],
    atMost: number | null,
  ) => BenchRow,
): Promise<BenchRow[]> {
  const script = await bundlePage('scripts/bench/store/in-browser.ts');
  return withPage({ width: 800, height: 600 }, async (_page, browser) => {
    const rows: BenchRow[] = [];
    for (const series of table) {
      const { base, by, sizes, turns = TURNS, operations } = series;
      const pages = new Map<number, Page>();
      for (const size of sizes) {
        pages.set(size, await openStore(browser, script, { ...BASE, ...base, [by]: size }));
      }
      for (const [operation, atMost] of operations) {
        const samplesOf = await sampleInTurns(turns, sizes, async (size) =>
          Number(await pages.get(size)?.evaluate(`time(${JSON.stringify(operation)})`)),
        );
        rows.push(rowOf(series, operation, samplesOf, atMost));
      }
      for (const page of pages.values()) await page.context().close();
    }
    return rows;
  });
}

/** A page in a browser context of its own, which has a database of these sizes. */
async function openStore(browser: Browser, script: string, sizes: StoreSizes): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  // A page without a URL cannot open a database.
  await page.goto('https://bench.example/');
  await page.addScriptTag({ content: script });
  await page.evaluate(`fill(${JSON.stringify(sizes)})`);
  const checkpoints = typicalCheckpoints(sizes.checkpoints);
  for (let from = 0; from < checkpoints.length; from += PART) {
    await page.evaluate(`addCheckpoints(${JSON.stringify(checkpoints.slice(from, from + PART))})`);
  }
  return page;
}
