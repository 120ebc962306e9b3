import type { Route } from '@playwright/test';
import { openFilterPage } from '@/tests/drive/filter-page';
import { expect, FILTER, test } from './filter-page-fixtures';
import { gate } from './gate';
import { thorough } from './thorough';

const modelsOf = (provider: string): string => `**/v1/admin/catalogue/${provider}`;

const refuse = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { detail: 'The provider is asleep.' } });

test.describe('unsaved changes', () => {
  test('asks before leaving the page only if there are some', FILTER, async ({ page, filterPage }) => {
    await filterPage.addRules('ignore', 'dall-e-3');
    const asked = page.waitForEvent('dialog');
    const left = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await left;
    await expect(filterPage.ignoreRule('dall-e-3')).toBeVisible();

    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(page.getByText('Discarded the changes of openai.')).toBeVisible();
    let isAsked = false;
    page.on('dialog', (dialog) => {
      isAsked = true;
      return dialog.accept();
    });
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    expect(isAsked).toBe(false);
  });

  test(
    'keeps them when another provider is chosen, shows that, and saves or discards them together',
    FILTER,
    async ({ page, filterPage, view, playground }) => {
      const { models } = await filterPage.counts();
      await filterPage.addRules('ignore', 'dall-e-3');
      await expect(view.provider.locator('option:checked')).toHaveText(`openai · ${models} · unsaved`);

      await filterPage.chooseProvider('gemini');
      await expect(filterPage.unsavedMark).toHaveText('Unsaved changes: openai');
      await expect(filterPage.rules('ignore').getByRole('listitem')).toHaveCount(0);

      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await expect(page.getByText('Discarded the changes of openai.')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await filterPage.chooseProvider('openai');
      await expect(filterPage.ignoreRule('dall-e-3')).toBeVisible();

      await filterPage.chooseProvider('gemini');
      await filterPage.saveButton.click();
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
      expect(await playground.readEnvFile()).toBe("IGNORE_MODELS_OPENAI='dall-e-3'\n");
      await expect(view.provider.locator('option', { hasText: 'unsaved' })).toHaveCount(0);
    },
  );
});

test(
  'loads the models of all providers after a while, without a click',
  thorough(FILTER),
  async ({ filterPage }) => {
    const { providers } = await filterPage.readState();
    expect(providers.length).toBeGreaterThan(5);
    const loaded = async (): Promise<string[]> => Object.keys((await filterPage.readState()).models).sort();
    await expect.poll(loaded).toEqual(providers.toSorted());
    expect((await filterPage.readState()).provider).toBe('openai');
  },
);

test(
  'reports a provider whose models can’t be prefetched only once it is chosen',
  thorough(FILTER),
  async ({ page, playground, view, expectConsoleMessages }) => {
    expectConsoleMessages(/status of 503/);
    await page.route(modelsOf('mistral'), refuse);
    const filterPage = await openFilterPage(page, playground.url, null);
    const { providers } = await filterPage.readState();
    const loaded = async (): Promise<string[]> => Object.keys((await filterPage.readState()).models).sort();
    await expect.poll(loaded).toEqual(providers.filter((name) => name !== 'mistral').sort());
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('asleep')).toHaveCount(0);

    await view.provider.selectOption('mistral');
    const note = page.getByRole('alert');
    await expect(note).toContainText('The models of mistral could not be loaded. The provider is asleep.');
    await expect(page.getByText('No models loaded')).toBeVisible();
    await page.unroute(modelsOf('mistral'));
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect(view.row('All models', 'mistral/codestral-2405')).toBeVisible();
    await expect(note).toBeHidden();
  },
);

test(
  'models that arrive late for one provider never appear for another',
  thorough(FILTER),
  async ({ page, playground, view }) => {
    const { opened, open } = gate();
    await page.route(modelsOf('mistral'), async (route) => {
      await opened;
      await route.continue();
    });
    const filterPage = await openFilterPage(page, playground.url, null);
    await view.provider.selectOption('mistral');
    await expect(page.getByText('Loading models…')).toBeVisible();
    await expect(view.pane('All models').getByRole('option')).toHaveCount(0);
    await filterPage.chooseProvider('gemini');
    const gemini = await filterPage.counts();

    open();
    await expect.poll(async () => Object.keys((await filterPage.readState()).models)).toContain('mistral');
    expect(await filterPage.counts()).toEqual(gemini);
    await expect(view.row('All models', 'gemini/aqa')).toBeVisible();
    await expect(view.row('All models', 'mistral/codestral-2405')).toHaveCount(0);

    await filterPage.chooseProvider('mistral');
    await expect(view.row('All models', 'mistral/codestral-2405')).toBeVisible();
  },
);
