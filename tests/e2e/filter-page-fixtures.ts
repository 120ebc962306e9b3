import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { PlaygroundOptions } from '@/playground/server/start-playground';
import { requireBrowser } from '@/scripts/find-program.mjs';
import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { STEP_TIMEOUT_MS } from '@/tests/drive/steward-browser';
import { type FilterPlayground, withFilterPlayground } from '@/tests/fakes/filter-playground';
import { expectNothingLeft } from './expect-nothing-left';
import { createFilterView, type FilterView } from './filter-view';

interface Fixtures {
  /** Options for starting the test's playground. */
  playgroundOptions: PlaygroundOptions;
  /** The initial content of the playground’s file. */
  envText: string;
  playground: FilterPlayground;
  /** Declares console messages that a test causes on purpose; any other message makes it fail. */
  expectConsoleMessages: (pattern: RegExp) => void;
  /** The page, with the models of openai. */
  filterPage: FilterPage;
  /** The parts of the page that only its own tests use. */
  view: FilterView;
}

/** A plain browser with its own playground: the page works without the extension. */
export const test = base.extend<Fixtures, { browserFolder: string }>({
  browserFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'steward-browser-'));
      await use(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      await expectNothingLeft(folder);
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ browserFolder }, use) => {
      const executablePath = requireBrowser();
      await use({
        executablePath,
        env: { ...process.env, TMPDIR: browserFolder },
        // The page may connect to this machine only.
        args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
      });
    },
    { scope: 'worker' },
  ],
  viewport: { width: 1200, height: 800 },
  actionTimeout: STEP_TIMEOUT_MS,

  playgroundOptions: [{}, { option: true }],
  envText: ['', { option: true }],

  playground: async ({ playgroundOptions, envText }, use) =>
    withFilterPlayground({ ...playgroundOptions, envText }, use),

  expectConsoleMessages: [
    // Requests of the page fail while its playground is being closed, so the check runs before that.
    async ({ page, playground: _ }, use) => {
      const consoleErrors: string[] = [];
      const expected: RegExp[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text());
      });
      page.on('pageerror', (error) => consoleErrors.push(`${error}`));
      await use((pattern) => {
        expected.push(pattern);
      });
      const isExpected = (text: string): boolean => expected.some((pattern) => pattern.test(text));
      expect(consoleErrors.filter((text) => !isExpected(text))).toEqual([]);
    },
    { auto: true },
  ],

  filterPage: async ({ page, playground }, use) => {
    const filterPage = await openFilterPage(page, playground.url, null);
    await filterPage.chooseProvider('openai');
    await use(filterPage);
  },

  view: async ({ page }, use) => use(createFilterView(page)),
});

/** Tag of the tests of the filter page and of its tools. */
export const FILTER = { tag: '@filter' };

export { expect };
