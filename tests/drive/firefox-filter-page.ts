import type { Page } from 'puppeteer-core';
import { askFilterPage } from './ask-filter-page';
import { type FilterPageState, type ModelCounts, type RestorableState, readFigure } from './filter-page';
import { waitUntil } from './wait-until';

/** The filter page in a Firefox tab, with the user's operations. */
export interface FirefoxFilterPage {
  readonly page: Page;
  /** Shows a provider's models, once they are loaded. */
  chooseProvider(name: string): Promise<void>;
  addIgnoreRule(pattern: string): Promise<void>;
  /** The text of a rule in the list of ignore rules; null if it isn't there. */
  ignoreRule(pattern: string): Promise<string | null>;
  hasUnsavedMark(): Promise<boolean>;
  counts(): Promise<ModelCounts>;
  /** Reads the state over the page protocol. Throws if the page refuses. */
  readState(): Promise<FilterPageState>;
  readRestorableState(): Promise<RestorableState>;
}

const COUNTS = /([\d,]+) models? · ([\d,]+) visible · ([\d,]+) hidden/;
const IGNORE_RULES = 'section[aria-label="Ignore rules"]';

/** Opens the page of a playground in `page` and signs in. Resolves when the models are shown. */
export async function openFirefoxFilterPage(
  page: Page,
  url: string,
  apiKey: string,
): Promise<FirefoxFilterPage> {
  await page.goto(url);
  await page.locator('#api-key').fill(apiKey);
  await page.locator('form.sign-in button').click();
  const filterPage = createFirefoxFilterPage(page);
  await filterPage.counts();
  return filterPage;
}

function createFirefoxFilterPage(page: Page): FirefoxFilterPage {
  const pageText = () => page.evaluate(() => document.body.innerText);

  async function readState(): Promise<FilterPageState> {
    const request = { type: 'get-state', body: {} };
    return ((await page.evaluate(askFilterPage, request)) as { state: FilterPageState }).state;
  }

  return {
    page,
    async chooseProvider(name) {
      await page.select('select[aria-label="Provider"]', name);
      const isThere = async () => {
        const state = await readState();
        return state.provider === name && !state.loading;
      };
      await waitUntil(isThere, `The page did not show the models of ${name}.`);
    },
    async addIgnoreRule(pattern) {
      await page.locator(`${IGNORE_RULES} input[aria-label="Add ignore rule"]`).fill(pattern);
      await page.locator(`${IGNORE_RULES} form button`).click();
    },
    ignoreRule: (pattern) =>
      page.evaluate(
        (selector, wanted) => {
          const items = [...document.querySelectorAll<HTMLElement>(selector)];
          const isWanted = (item: HTMLElement) => item.innerText.split(/\s/).includes(wanted);
          return items.find(isWanted)?.innerText ?? null;
        },
        `${IGNORE_RULES} li`,
        pattern,
      ),
    hasUnsavedMark: async () => (await pageText()).includes('Unsaved changes'),
    async counts() {
      let found: RegExpMatchArray | null = null;
      const isCounted = async () => {
        found = (await pageText()).match(COUNTS);
        return found !== null;
      };
      await waitUntil(isCounted, 'The page did not count its models.');
      const [, models = '', visible = '', hidden = ''] = found ?? [];
      return { models: readFigure(models), visible: readFigure(visible), hidden: readFigure(hidden) };
    },
    readState,
    async readRestorableState() {
      const { provider, drafts, search } = await readState();
      return { provider, drafts, search };
    },
  };
}
