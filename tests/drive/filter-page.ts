import type { Locator, Page } from 'playwright';
import { askFilterPage } from './ask-filter-page';
import { waitUntil } from './wait-until';

/** A provider's rules, in order. */
export interface RuleSet {
  ignore: string[];
  whitelist: string[];
}

/** The list of a provider that a rule is in. */
type RuleKind = keyof RuleSet;

/** The filter page's state in the page protocol, as far as stories use it. */
interface FilterPageState {
  provider: string;
  providers: string[];
  models: Record<string, string[]>;
  drafts: Record<string, RuleSet>;
  saved: Record<string, RuleSet>;
  search: string;
  highlight: { models: string[] };
  loading: boolean;
}

/** The part of the page's state that a rollback restores. */
export type RestorableState = Pick<FilterPageState, 'provider' | 'drafts' | 'search'>;

/** The numbers in the page's status line. */
export interface ModelCounts {
  models: number;
  visible: number;
  hidden: number;
}

/** The filter page in a browser tab, with the user's operations. */
export interface FilterPage {
  readonly page: Page;
  readonly ignoreRules: Locator;
  readonly unsavedMark: Locator;
  /** The header's Save button, whatever count it shows. */
  readonly saveButton: Locator;
  readonly searchBox: Locator;
  /** Shows a provider's models, once they are loaded. */
  chooseProvider(name: string): Promise<void>;
  addIgnoreRule(pattern: string): Promise<void>;
  /** The item of a rule in the list of ignore rules. */
  ignoreRule(pattern: string): Locator;
  /** The region of a list with its field. */
  rules(kind: RuleKind): Locator;
  /** The item of a rule in a list. */
  rule(kind: RuleKind, pattern: string): Locator;
  /** Types patterns, separated by commas, into a list's field and adds them. */
  addRules(kind: RuleKind, patterns: string): Promise<void>;
  counts(): Promise<ModelCounts>;
  /** Reads the state from the page's own world. Throws if the page refuses. */
  readState(): Promise<FilterPageState>;
  readRestorableState(): Promise<RestorableState>;
}

/**
 * Opens the page of a playground in `page` and signs in, if the playground requires a key. Resolves when the
 * models are shown.
 */
export async function openFilterPage(page: Page, url: string, apiKey: string | null): Promise<FilterPage> {
  await page.goto(url);
  if (apiKey !== null) {
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  const filterPage = createFilterPage(page);
  await filterPage.counts();
  return filterPage;
}

/** Wraps the page in `page`, whatever it shows. */
export function createFilterPage(page: Page): FilterPage {
  const lists = {
    ignore: page.getByRole('region', { name: 'Ignore rules' }),
    whitelist: page.getByRole('region', { name: 'Whitelist rules' }),
  } as const satisfies Record<RuleKind, Locator>;
  const provider = page.getByRole('combobox', { name: 'Provider' });
  const counts = page.getByText(/^[\d,]+ models? · [\d,]+ visible · [\d,]+ hidden$/);

  async function readState(): Promise<FilterPageState> {
    const request = { type: 'get-state', body: {} };
    return ((await page.evaluate(askFilterPage, request)) as { state: FilterPageState }).state;
  }

  const rule = (kind: RuleKind, pattern: string): Locator =>
    lists[kind].getByRole('listitem').filter({ has: page.getByText(pattern, { exact: true }) });

  async function addRules(kind: RuleKind, patterns: string): Promise<void> {
    // While Steward changes the page, it is locked: wait as a user does.
    await page.locator('steward-lock').waitFor({ state: 'detached' });
    await lists[kind].getByRole('textbox', { name: `Add ${kind} rule` }).fill(patterns);
    await lists[kind].getByRole('button', { name: 'Add', exact: true }).click();
  }

  return {
    page,
    ignoreRules: lists.ignore,
    unsavedMark: page.getByText(/^Unsaved changes/),
    saveButton: page.getByRole('banner').getByRole('button', { name: /^Save/ }),
    searchBox: page.getByRole('searchbox', { name: 'Search models' }),
    async chooseProvider(name) {
      await provider.selectOption(name);
      const isShown = async () => {
        const state = await readState();
        return state.provider === name && !state.loading;
      };
      await waitUntil(isShown, `The page did not show the models of ${name}.`);
    },
    addIgnoreRule: (pattern) => addRules('ignore', pattern),
    ignoreRule: (pattern) => rule('ignore', pattern),
    rules: (kind) => lists[kind],
    rule,
    addRules,
    async counts() {
      const numbers = ((await counts.textContent())?.match(/[\d,]+/g) ?? []).map(readFigure);
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

/** Parses a number as the page formats it: "10,000". */
function readFigure(text: string): number {
  return Number(text.replaceAll(',', ''));
}
