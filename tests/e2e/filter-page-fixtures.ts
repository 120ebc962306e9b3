import { expect } from '@playwright/test';
import type { PlaygroundOptions } from '@/playground/server/start-playground';
import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { type FilterPlayground, withFilterPlayground } from '@/tests/fakes/filter-playground';
import { createFilterView, type FilterView } from './filter-view';
import { test as base } from './product-test';

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

/** A browser without the extension, with its own playground: the page works without it. */
export const test = base.extend<Fixtures>({
  context: ({ sharedBrowser }, use) => use(sharedBrowser.context),

  page: async ({ sharedBrowser, context }, use) => {
    const [page = await context.newPage()] = context.pages();
    await use(page);
    await sharedBrowser.clearSites();
  },

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
