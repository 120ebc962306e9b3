import type { Page, Worker } from '@playwright/test';
import type { StewardBrowser } from '@/scripts/drive/launch-browser';
import { type AwkwardPage, startAwkwardPage } from '@/tests/fakes/awkward-page';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { test as base, expect, type OpenPanel } from './fixtures';

/** A chat with history, before anything fails. */
export interface Talk {
  panel: OpenPanel;
  /** Fails unless the page's rules and the conversation are still there. */
  expectNothingLost(): Promise<void>;
}

interface QuietFixtures {
  /** An endpoint that answers "Here I am." until a test breaks it. */
  endpoint: ChangingEndpoint;
  /** A chat next to the filter page with one answered message, and one rule added by hand. */
  talk: Talk;
  /** A chat with one answered message, next to a page that can misbehave. */
  awkward: { url: string; page: Page; panel: OpenPanel };
  /** Starts a page that can misbehave. */
  startPage: (options: { version: number }) => Promise<AwkwardPage>;
  /** The extension's worker. */
  worker: Worker;
}

/**
 * For tests that cause one failure: they fail if the worker or the panel has an unhandled error, or writes an
 * error to the console.
 */
export const test = base.extend<QuietFixtures & { complaints: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  endpoint: async ({}, use) => {
    const endpoint = await startChangingEndpoint(says('Here I am.'));
    await use(endpoint);
    await endpoint.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startPage: async ({}, use) => {
    const pages: AwkwardPage[] = [];
    await use(async (options) => {
      const page = await startAwkwardPage(options);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.close();
  },

  talk: async ({ filterPage, openPanel, endpoint }, use) => {
    const panel = await openPanel(filterPage.page);
    await beginTalk(panel, endpoint);
    await filterPage.addIgnoreRule('*mini*');
    await expect(filterPage.ignoreRule('*mini*')).toBeVisible();
    const rules = await filterPage.readRestorableState();
    await use({
      panel,
      async expectNothingLost() {
        expect(await filterPage.readRestorableState()).toEqual(rules);
        await expect(panel.said('Are you there?')).toHaveCount(1);
        await expect(panel.said('Here I am.').first()).toBeVisible();
      },
    });
  },

  awkward: async ({ steward, startPage, openPanel, endpoint }, use) => {
    const { url } = await startPage({ version: 1 });
    const page = await steward.context.newPage();
    await page.goto(url);
    const panel = await openPanel(page);
    await beginTalk(panel, endpoint);
    await use({ url, page, panel });
  },

  worker: async ({ steward }, use) => use(await workerOf(steward)),

  complaints: [
    async ({ worker }, use) => {
      const complaints: string[] = [];
      await worker.evaluate(keepComplaints);
      await use(complaints);
      complaints.push(...(await worker.evaluate(readComplaints)));
      expect(complaints, 'errors in the consoles of worker and panel').toEqual([]);
    },
    { auto: true },
  ],

  openPanel: async ({ openPanel, complaints }, use) => {
    await use(async (front) => {
      const panel = await openPanel(front);
      listenTo(panel.page, complaints);
      return panel;
    });
  },
});

export { expect };

async function beginTalk(panel: OpenPanel, endpoint: ChangingEndpoint): Promise<void> {
  await panel.connect(endpoint.baseUrl, endpoint.apiKey);
  await panel.chooseModel(SCRIPTED_MODEL_ID);
  await panel.ask('Are you there?');
  await expect(panel.said('Here I am.')).toBeVisible();
  await panel.finished();
}

async function workerOf({ context, extensionId }: StewardBrowser): Promise<Worker> {
  const isOurs = (worker: Worker) => worker.url().startsWith(`chrome-extension://${extensionId}/`);
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs }))
  );
}

/** Records errors of a page of the extension, for {@link test}. */
export function listenTo(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`panel, unhandled: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`panel: ${message.text()}`);
  });
}

/** Where the worker stores its errors. Playwright doesn't receive unhandled rejections of a worker. */
type ComplainingScope = typeof globalThis & { stewardTestComplaints?: string[] };

/** Runs in the worker. */
function keepComplaints(): void {
  const kept: string[] = [];
  (globalThis as ComplainingScope).stewardTestComplaints = kept;
  const write = console.error.bind(console);
  console.error = (...words: unknown[]) => {
    // The log's own errors are reported to the user; only internal defects count here.
    const [line, facts] = words;
    const isLogged = /^\[[a-z_.]+\] /.test(String(line));
    const isDefect = (facts as { code?: unknown } | undefined)?.code === 'internal';
    if (!isLogged || isDefect) kept.push(`worker: ${words.map(String).join(' ')}`);
    write(...words);
  };
  addEventListener('unhandledrejection', (event) =>
    kept.push(`worker, unhandled: ${(event as PromiseRejectionEvent).reason}`),
  );
  addEventListener('error', (event) => kept.push(`worker, unhandled: ${(event as ErrorEvent).message}`));
}

/** Runs in the worker. A restarted worker has no list, which would hide earlier errors. */
function readComplaints(): string[] {
  return (globalThis as ComplainingScope).stewardTestComplaints ?? ['the worker was started anew'];
}
