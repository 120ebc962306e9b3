import type { Browser, Page } from 'playwright';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { withPage } from '@/tests/drive/with-page';
import type { BenchRow } from '../bench-row';
import { typicalCheckpoints } from '../core/typical-checkpoints';
import { growthRow } from './growth-row';

/** Contents of a database: chats, of which the first has the messages and the checkpoints. */
export interface StoreSizes {
  chats: number;
  messages: number;
  checkpoints: number;
}

/** An operation that is measured in a database. */
export type StoreOperation =
  | 'open a chat'
  | 'list the chats'
  | 'list the checkpoints'
  | 'take a checkpoint'
  | 'send a message';

const SMALL: StoreSizes = { chats: 1, messages: 10, checkpoints: 10 };

/** Number of checkpoints that are handed to the browser at once. */
const PART = 500;

const TABLE: readonly {
  operation: StoreOperation;
  by: keyof StoreSizes;
  sizes: readonly number[];
  goal: 'flat' | 'linear';
}[] = [
  { operation: 'open a chat', by: 'messages', sizes: [10, 100, 1_000, 10_000], goal: 'flat' },
  { operation: 'send a message', by: 'messages', sizes: [10, 100, 1_000, 10_000], goal: 'flat' },
  { operation: 'open a chat', by: 'chats', sizes: [1, 10, 100, 1_000], goal: 'flat' },
  { operation: 'list the chats', by: 'chats', sizes: [1, 10, 100, 1_000], goal: 'flat' },
  { operation: 'take a checkpoint', by: 'checkpoints', sizes: [10, 100, 1_000, 10_000], goal: 'flat' },
  { operation: 'list the checkpoints', by: 'checkpoints', sizes: [10, 100, 1_000, 10_000], goal: 'linear' },
];

/** Measures in Chromium's database how the panel's and the background's work grows with what is stored. */
export async function storeGrowthRows(): Promise<BenchRow[]> {
  const script = await bundlePage('scripts/bench/growth/in-browser.ts');
  return withPage({ width: 800, height: 600 }, async (_page, browser) => {
    const rows: BenchRow[] = [];
    for (const { operation, by, sizes, goal } of TABLE) {
      const pages: Page[] = [];
      const prepare = async (size: number) => {
        const page = await openStore(browser, script, { ...SMALL, [by]: size });
        pages.push(page);
        return () => page.evaluate<number>(`time(${JSON.stringify(operation)})`);
      };
      rows.push(await growthRow({ what: `${operation}, by ${by}`, sizes, prepare, goal }));
      for (const page of pages) await page.context().close();
    }
    return rows;
  });
}

/** A page in a browser context of its own, which has a database of these sizes. */
async function openStore(browser: Browser, script: string, sizes: StoreSizes): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
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
