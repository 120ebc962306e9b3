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
