import type { Browser, Page } from 'playwright';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { withPage } from '@/tests/drive/with-page';
import type { BenchRow } from '../bench-row';
import { typicalCheckpoints } from '../core/typical-checkpoints';
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

/** Operations that are measured in databases of several sizes, with the goal of each. */
export interface Series<Goal> {
  base: StoreSizes;
  by: 'chats' | 'messages' | 'checkpoints';
  /** Ascending. */
  sizes: readonly number[];
  turns: Turns;
  /** In this order: a later one may work on what an earlier one has added. */
  operations: readonly (readonly [operation: Operation, goal: Goal])[];
}

/** An operation of a series, with its milliseconds for each size. */
export interface MeasuredOperation<Goal> extends Omit<Series<Goal>, 'operations'> {
  operation: Operation;
  goal: Goal;
  samplesOf(size: number): readonly number[];
}

/** Number of checkpoints that are handed to the browser at once. */
const PART = 500;

/** Measures series of operations in Chromium's database. */
export async function measureStore<Goal>(
  table: readonly Series<Goal>[],
  rowOf: (measured: MeasuredOperation<Goal>) => BenchRow,
): Promise<BenchRow[]> {
  const script = await bundlePage('scripts/bench/store/in-browser.ts');
  return withPage({ width: 800, height: 600 }, async (_page, browser) => {
    const rows: BenchRow[] = [];
    for (const { operations, ...series } of table) {
      const pages: [size: number, page: Page][] = [];
      for (const size of series.sizes) {
        pages.push([size, await openStore(browser, script, { ...series.base, [series.by]: size })]);
      }
      for (const [operation, goal] of operations) {
        const time = (page: Page) => () => page.evaluate<number>(`time(${JSON.stringify(operation)})`);
        const takes = Object.fromEntries(pages.map(([size, page]) => [String(size), time(page)]));
        const samples = await sampleInTurns(series.turns, takes);
        rows.push(rowOf({ ...series, operation, goal, samplesOf: (size) => samples[size] ?? [] }));
      }
      for (const [, page] of pages) await page.context().close();
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
