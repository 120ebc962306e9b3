import type { Page } from '@playwright/test';
import { createCatalogue } from '@/playground/server/catalogue';
import { openFilterPage } from '@/tests/drive/filter-page';
import { attachScreenshot } from './attach-screenshot';
import { expect, FILTER, test } from './filter-page-fixtures';
import { thorough } from './thorough';

const PROVIDER = 'openrouter';
const MODEL_COUNT = 10_000;
const SEED = 1;
const ROW_HEIGHT_PX = 28;

const IDS = createCatalogue({ seed: SEED, size: MODEL_COUNT, provider: PROVIDER }).idsOf(PROVIDER) ?? [];
const NAMES = IDS.map((id) => id.slice(PROVIDER.length + 1));

/** 500 rules: two that hide many models, 398 that hide one each, 100 that keep one each. */
const IGNORE = ['meta-llama/*', '*:free', ...NAMES.filter((_, index) => index % 25 === 0).slice(0, 398)];
const WHITELIST = NAMES.filter((_, index) => index % 100 === 7);

/** The models that these rules hide, determined without patterns. */
const HIDDEN = new Set(
  NAMES.filter((name) => {
    const isIgnored = name.startsWith('meta-llama/') || name.endsWith(':free') || IGNORE.includes(name);
    return isIgnored && !WHITELIST.includes(name);
  }),
);

test.use({
  playgroundOptions: { models: MODEL_COUNT, singleProvider: PROVIDER, seed: SEED },
  envText: `IGNORE_MODELS_OPENROUTER='${IGNORE.join(',')}'\nWHITELIST_MODELS_OPENROUTER='${WHITELIST.join(',')}'\n`,
});

/** Sums up layout shifts from now on, on every page that is opened later. */
async function watchLayout(page: Page): Promise<{ shift(): Promise<number> }> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
      document.documentElement.dataset.layoutShift = `${sum}`;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    shift: async () => Number(await page.locator('html').getAttribute('data-layout-shift')),
  };
}

test(
  '10,000 models and 500 rules are counted, searched, scrolled, and reached by keyboard and from each other, without layout shifts',
  thorough(FILTER),
  async ({ page, playground, view }, testInfo) => {
    expect([IDS.length, IGNORE.length + WHITELIST.length]).toEqual([MODEL_COUNT, 500]);
    const layout = await watchLayout(page);
    const filterPage = await openFilterPage(page, playground.url, null);
    expect(await filterPage.counts()).toEqual({
      models: MODEL_COUNT,
      visible: MODEL_COUNT - HIDDEN.size,
      hidden: HIDDEN.size,
    });
    const listed = (await playground.listModelIds()).filter((id) => id.startsWith(`${PROVIDER}/`));
    expect(listed).toHaveLength(MODEL_COUNT - HIDDEN.size);
    await attachScreenshot(page, testInfo, 'page-10000-models');

    const [first = '', last = ''] = [IDS[0], IDS.at(-1)];
    await view.row('All models', first).hover();
    await page.mouse.wheel(0, ROW_HEIGHT_PX * MODEL_COUNT);
    await expect(view.row('All models', last)).toBeInViewport();
    await expect(view.row('What clients see', last)).toBeInViewport();
    await view.pane('All models').press('Home');
    await expect(view.row('What clients see', first)).toBeInViewport();

    const found = IDS.filter((id) => id.includes('sonnet')).length;
    await filterPage.searchBox.pressSequentially('sonnet');
    await expect(page.getByText(`${found} found`, { exact: true })).toBeVisible();
    await expect(view.pane('All models').getByRole('option').first()).toHaveAttribute(
      'aria-setsize',
      `${found}`,
    );
    await attachScreenshot(page, testInfo, 'page-10000-models-searched');
    await view.clearSearch.click();

    const hiddenToo = NAMES.filter((name) => name.startsWith('openai/') && !WHITELIST.includes(name));
    await filterPage.addRules('ignore', 'openai/*');
    const hidden = new Set([...HIDDEN, ...hiddenToo]).size;
    await expect
      .poll(filterPage.counts)
      .toEqual({ models: MODEL_COUNT, visible: MODEL_COUNT - hidden, hidden });
    await expect(filterPage.ignoreRule('openai/*')).toBeInViewport();
    expect(await layout.shift()).toBeLessThan(0.02);

    const [firstRule = '', lastRule = ''] = [WHITELIST[0], WHITELIST.at(-1)];
    await view.pattern(firstRule).focus();
    await page.keyboard.press('End');
    await expect.poll(view.focused).toBe(lastRule);
    await expect(filterPage.rule('whitelist', lastRule)).toBeInViewport();
    await page.keyboard.press('Home');
    await expect.poll(view.focused).toBe(firstRule);
    await expect(view.pattern(lastRule)).toHaveCount(0);

    await filterPage.searchBox.fill(lastRule);
    await view.row('What clients see', `${PROVIDER}/${lastRule}`).click();
    await expect(filterPage.rule('whitelist', lastRule)).toBeInViewport();
    await view.clearSearch.click();
    await expect(view.row('All models', `${PROVIDER}/${lastRule}`)).not.toBeInViewport();
    await view.pattern(lastRule).click();
    await expect(view.pattern(lastRule)).toHaveAttribute('aria-pressed', 'true');
    await expect(view.row('All models', `${PROVIDER}/${lastRule}`)).toBeInViewport();
  },
);
