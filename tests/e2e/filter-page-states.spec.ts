import { createFilterPage } from '@/tests/drive/filter-page';
import { expect, FILTER, test } from './filter-page-fixtures';
import { gate } from './gate';
import { thorough } from './thorough';

const OPENAI_MODELS = '**/v1/admin/catalogue/openai';

test.describe('a proxy with a key', () => {
  const apiKey = `test-${crypto.randomUUID()}`;
  test.use({ playgroundOptions: { apiKey } });

  test(
    'a wrong key is refused in the form, and the right one opens the page for this tab',
    FILTER,
    async ({ page, context, playground, expectConsoleMessages }) => {
      expectConsoleMessages(/status of 401/);
      await page.goto(playground.url);
      const field = page.getByLabel('API key');
      await expect(field).toBeFocused();
      // No error yet.
      await expect(page.getByRole('alert')).toBeEmpty();

      await field.fill('not-it');
      await field.press('Enter');
      await expect(page.getByRole('alert')).toHaveText('Invalid or missing API Key');
      await expect(field).toBeVisible();

      await field.fill(apiKey);
      await page.getByRole('button', { name: 'Sign in' }).click();
      const { models } = await createFilterPage(page).counts();
      expect(models).toBeGreaterThan(0);
      await page.reload();
      expect((await createFilterPage(page).counts()).models).toBe(models);
      expect(page.url()).not.toContain(apiKey);

      const other = await context.newPage();
      await other.goto(playground.url);
      await expect(other.getByLabel('API key')).toBeVisible();
    },
  );
});

test(
  'placeholders are shown while models load, and nothing moves when they arrive',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    const { opened, open } = gate();
    await page.route(OPENAI_MODELS, async (route) => {
      await opened;
      await route.continue();
    });
    await page.reload();
    await view.provider.selectOption('openai');
    await expect(page.getByText('Loading models…')).toBeVisible();
    await expect(view.pane('All models')).toHaveAttribute('aria-busy', 'true');
    const place = await view.pane('All models').boundingBox();

    open();
    await expect(view.row('All models', 'openai/chatgpt-4o-latest')).toBeVisible();
    const first = await view.pane('All models').getByRole('option').first().boundingBox();
    expect(first?.y).toBe(place?.y);
    expect((await filterPage.counts()).models).toBeGreaterThan(0);
  },
);

test(
  'a failed refresh keeps the earlier models, and Retry repeats it',
  thorough(FILTER),
  async ({ page, filterPage, view, expectConsoleMessages }) => {
    expectConsoleMessages(/status of 502|net::ERR_/);
    const counts = await filterPage.counts();
    await page.route(OPENAI_MODELS, (route) =>
      route.fulfill({ status: 502, json: { detail: 'The provider did not answer.' } }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    const banner = page.getByRole('alert');
    await expect(banner).toContainText(
      'The models of openai could not be refreshed; these are the earlier ones. The provider did not answer.',
    );
    expect(await filterPage.counts()).toEqual(counts);
    await expect(view.row('All models', 'openai/dall-e-3')).toBeVisible();

    await page.unroute(OPENAI_MODELS);
    await page.route(OPENAI_MODELS, (route) => route.abort());
    await banner.getByRole('button', { name: 'Retry' }).click();
    await expect(banner).toContainText('The server did not answer.');
    await page.unroute(OPENAI_MODELS);
    await banner.getByRole('button', { name: 'Retry' }).click();
    await expect(banner).toBeHidden();
  },
);

test(
  'a refresh loads the provider’s current list, and updates the counts',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    await filterPage.addRules('ignore', '*-preview*');
    const before = await filterPage.counts();
    await page.route(OPENAI_MODELS, async (route) => {
      const response = await route.fetch();
      const { provider, models } = (await response.json()) as { provider: string; models: string[] };
      await route.fulfill({ json: { provider, models: [...models.slice(1), 'openai/zeta-preview'] } });
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(view.row('All models', 'openai/chatgpt-4o-latest')).toHaveCount(0);
    expect(await filterPage.counts()).toEqual({
      models: before.models,
      visible: before.visible - 1,
      hidden: before.hidden + 1,
    });
  },
);

test(
  'a provider without models shows that, and reloads on request',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    await page.route(OPENAI_MODELS, (route) => route.fulfill({ json: { provider: 'openai', models: [] } }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('This provider has no models.')).toBeVisible();
    expect(await filterPage.counts()).toEqual({ models: 0, visible: 0, hidden: 0 });
    // Rules can be prepared all the same.
    await filterPage.addRules('ignore', 'gpt-*');
    await expect(filterPage.ignoreRule('gpt-*')).toContainText('no effect now');

    await page.unroute(OPENAI_MODELS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(view.row('All models', 'openai/dall-e-3')).toBeVisible();
    await expect(filterPage.ignoreRule('gpt-*')).toContainText(/hides \d+/);
  },
);

test(
  'a search without results shows that, and can be cleared there',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    await filterPage.searchBox.fill('  no such thing ');
    await expect(page.getByText('No model of openai contains “no such thing”.')).toBeVisible();
    await expect(page.getByText('0 found')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).click();
    await expect(view.row('All models', 'openai/dall-e-3')).toBeVisible();
    await expect.poll(view.focused).toBe('Search models');
  },
);

test(
  'Retry repeats the first request to a proxy that didn’t answer',
  thorough(FILTER),
  async ({ page, playground, expectConsoleMessages }) => {
    expectConsoleMessages(/net::ERR_/);
    const catalogue = '**/v1/admin/catalogue';
    await page.route(catalogue, (route) => route.abort());
    await page.goto(playground.url);
    await expect(page.getByRole('alert')).toContainText(
      'The catalogue could not be loaded. The server did not answer.',
    );
    await page.unroute(catalogue);
    await page.getByRole('button', { name: 'Retry' }).click();
    expect((await createFilterPage(page).counts()).models).toBeGreaterThan(0);
  },
);
