import type { Locator, Page } from 'playwright';
import { requestState } from './request-state';
import { waitUntil } from './wait-until';

/** A provider's rules, in order. */
export interface RuleSet {
  ignore: string[];
  whitelist: string[];
}

/** What the filter page says about itself over the page protocol, as far as stories look at it. */
export interface FilterPageState {
  provider: string;
  providers: string[];
  models: Record<string, string[]>;
  drafts: Record<string, RuleSet>;
  saved: Record<string, RuleSet>;
  search: string;
  loading: boolean;
}

/** The part of the page's state that a rollback brings back. */
export type RestorableState = Pick<FilterPageState, 'provider' | 'drafts' | 'search'>;

/** Numbers of the page's own status line. */
export interface ModelCounts {
  models: number;
  visible: number;
  hidden: number;
}

/** The filter page in a browser tab, in a person's words. */
export interface FilterPage {
  readonly page: Page;
  readonly ignoreRules: Locator;
  readonly unsavedMark: Locator;
  /** Shows a provider's models, once they are loaded. */
  chooseProvider(name: string): Promise<void>;
  addIgnoreRule(pattern: string): Promise<void>;
  /** The item of a rule in the list of ignore rules. */
  ignoreRule(pattern: string): Locator;
  counts(): Promise<ModelCounts>;
  /** Asks the page itself, from the page's own world. Throws when the page refuses. */
  readState(): Promise<FilterPageState>;
  readRestorableState(): Promise<RestorableState>;
}

/** Opens the page of a playground in `page` and signs in. Resolves when the models are shown. */
export async function openFilterPage(page: Page, url: string, apiKey: string): Promise<FilterPage> {
  await page.goto(url);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const filterPage = createFilterPage(page);
  await filterPage.counts();
  return filterPage;
}

function createFilterPage(page: Page): FilterPage {
  const ignoreRules = page.getByRole('region', { name: 'Ignore rules' });
  const provider = page.getByRole('combobox', { name: 'Provider' });
  const counts = page.getByText(/^\d+ models? · \d+ visible · \d+ hidden$/);

  async function readState(): Promise<FilterPageState> {
    return (await page.evaluate(requestState)) as FilterPageState;
  }

  return {
    page,
    ignoreRules,
    unsavedMark: page.getByText('Unsaved changes'),
    async chooseProvider(name) {
      await provider.selectOption(name);
      const isShown = async () => {
        const state = await readState();
        return state.provider === name && !state.loading;
      };
      await waitUntil(isShown, `The page did not show the models of ${name}.`);
    },
    async addIgnoreRule(pattern) {
      await ignoreRules.getByRole('textbox', { name: 'Add ignore rule' }).fill(pattern);
      await ignoreRules.getByRole('button', { name: 'Add', exact: true }).click();
    },
    ignoreRule: (pattern) =>
      ignoreRules.getByRole('listitem').filter({ has: page.getByText(pattern, { exact: true }) }),
    async counts() {
      const numbers = ((await counts.textContent())?.match(/\d+/g) ?? []).map(Number);
      const [models = Number.NaN, visible = Number.NaN, hidden = Number.NaN] = numbers;
      return { models, visible, hidden };
    },
    readState,
    async readRestorableState() {
      const { provider: current, drafts, search } = await readState();
      return { provider: current, drafts, search };
    },
  };
}
