import { test as base } from 'vitest';
import {
  FIREFOX_PLAYGROUND_EXTENSION,
  launchFirefox,
  type StewardFirefox,
} from '@/tests/drive/firefox-browser';
import { type FirefoxFilterPage, openFirefoxFilterPage } from '@/tests/drive/firefox-filter-page';
import { type TestPlayground, withTestPlayground } from '@/tests/fakes/test-playground';
import { expectNothingLeft } from './expect-nothing-left';

/** Short, so that the background stops and restarts during every test. */
export const BACKGROUND_IDLE_TIMEOUT_MS = 2_000;

interface Fixtures {
  playground: TestPlayground;
  firefox: StewardFirefox;
  /** The filter page, signed in, with the models of openai. */
  filterPage: FirefoxFilterPage;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of a fixture's needs from this pattern.
  playground: ({}, use) => withTestPlayground(use),

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  firefox: async ({}, use) => {
    const firefox = await launchFirefox({
      extension: FIREFOX_PLAYGROUND_EXTENSION,
      backgroundIdleTimeoutMs: BACKGROUND_IDLE_TIMEOUT_MS,
    });
    await use(firefox);
    await firefox.close();
    await expectNothingLeft(firefox.folder);
  },

  filterPage: async ({ firefox, playground }, use) => {
    const page = await firefox.newPage();
    const filterPage = await openFirefoxFilterPage(page, playground.url, playground.apiKey);
    await filterPage.chooseProvider('openai');
    await use(filterPage);
  },
});
