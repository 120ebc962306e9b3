import type { ConsoleMessage, Page } from '@playwright/test';
import type { ExtensionWorker } from '@/tests/drive/steward-browser';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { startFaultyPage } from '@/tests/fakes/faulty-page';
import type { ServedPage } from '@/tests/fakes/serve-html';
import { connectByCommand } from './connect-by-command';
import { test as base, expect, type OpenPanel } from './fixtures';

/** A chat with history, before anything fails. */
export interface StartedChat {
  panel: OpenPanel;
  /** Fails unless the page's rules and the conversation are still there. */
  expectNothingLost(): Promise<void>;
}

interface StrictFixtures {
  /** An endpoint that answers "Here I am." until a test breaks it. */
  endpoint: ChangingEndpoint;
  /** A chat next to the filter page with one answered message, and one rule added by hand. */
  startedChat: StartedChat;
  /** A chat with one answered message, next to a page that can misbehave. */
  faultyPage: { url: string; page: Page; panel: OpenPanel };
  /** Starts a page that can misbehave. */
  startPage: (options: { version: number }) => Promise<ServedPage>;
  /** The extension's worker. */
  worker: ExtensionWorker;
}

/**
 * For tests that cause one failure: they fail if the worker or the panel has an unhandled error, or writes an
 * error to the console.
 */
export const test = base.extend<StrictFixtures & { consoleErrors: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  endpoint: async ({}, use) => {
    const endpoint = await startChangingEndpoint(says('Here I am.'));
    await use(endpoint);
    await endpoint.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startPage: async ({}, use) => {
    const pages: ServedPage[] = [];
    await use(async (options) => {
      const page = await startFaultyPage(options);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.close();
  },

  startedChat: async ({ filterPage, openPanel, endpoint }, use) => {
    const panel = await openPanel(filterPage.page);
    await startChat(panel, endpoint);
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

  faultyPage: async ({ steward, startPage, openPanel, endpoint }, use) => {
    const { url } = await startPage({ version: 1 });
    const page = await steward.context.newPage();
    await page.goto(url);
    const panel = await openPanel(page);
    await startChat(panel, endpoint);
    await use({ url, page, panel });
  },

  worker: async ({ steward }, use) => use(await steward.worker()),

  consoleErrors: [
    async ({ worker }, use) => {
      const consoleErrors: string[] = [];
      await worker.evaluate(recordErrors);
      await use(consoleErrors);
      consoleErrors.push(...(await worker.evaluate(readErrors)));
      expect(consoleErrors, 'errors in the consoles of worker and panel').toEqual([]);
    },
    { auto: true },
  ],

  openPanel: async ({ openPanel, consoleErrors }, use) => {
    await use(async (front) => {
      const panel = await openPanel(front);
      await listenTo(panel.page, consoleErrors);
      return panel;
    });
  },
});

/** Fixtures for stories that end the worker, with which the list of its errors is gone. */
export const ENDS_WORKER = {
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  consoleErrors: async ({}, use: (errors: string[]) => Promise<void>) => use([]),
};

export { expect };

async function startChat(panel: OpenPanel, endpoint: ChangingEndpoint): Promise<void> {
  await connectByCommand(panel, endpoint);
  await panel.converse('Are you there?', 'Here I am.');
}

/** Records the errors of a page of the extension so far and from now on, each once, for {@link test}. */
export async function listenTo(page: Page, consoleErrors: string[]): Promise<void> {
  const note = (text: string) => {
    if (!consoleErrors.includes(text)) consoleErrors.push(text);
  };
  const noteError = (error: Error) => note(`panel, unhandled: ${error}`);
  const noteMessage = (message: ConsoleMessage) => {
    if (message.type() === 'error') note(`panel: ${message.text()}`);
  };
  page.on('pageerror', noteError);
  page.on('console', noteMessage);
  const earlier = { filter: 'all' } as const;
  (await page.pageErrors(earlier)).forEach(noteError);
  (await page.consoleMessages(earlier)).forEach(noteMessage);
}

/**
 * The worker's global scope with the list of its errors. Playwright doesn't receive unhandled rejections of a
 * worker.
 */
type ErrorScope = typeof globalThis & { stewardTestErrors?: string[] };

/** Runs in the worker. */
function recordErrors(): void {
  const kept: string[] = [];
  (globalThis as ErrorScope).stewardTestErrors = kept;
  const write = console.error.bind(console);
  console.error = (...words: unknown[]) => {
    // The log's own errors are reported to the user; only internal defects count here.
    const [line, facts] = words;
    const isLogged = /^\[[a-z_.]+\] /.test(String(line));
    const isDefect = (facts as { code?: unknown } | undefined)?.code === 'internal';
    const isPanelFailure = String(line).startsWith('[panel.failed]');
    if (!isLogged || isDefect || isPanelFailure) kept.push(`worker: ${words.map(String).join(' ')}`);
    write(...words);
  };
  addEventListener('unhandledrejection', (event) =>
    kept.push(`worker, unhandled: ${(event as PromiseRejectionEvent).reason}`),
  );
  addEventListener('error', (event) => kept.push(`worker, unhandled: ${(event as ErrorEvent).message}`));
}

/** Runs in the worker. A restarted worker has no list, which would hide earlier errors. */
function readErrors(): string[] {
  return (globalThis as ErrorScope).stewardTestErrors ?? ['the worker was restarted'];
}
