import { expect, FILTER, test } from './filter-page-fixtures';

test(
  'unsaved changes are kept and shown when another provider is chosen, saved or discarded together, and asked about before the page is left',
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

    await filterPage.chooseProvider('openai');
    await filterPage.addRules('ignore', 'tts-1');
    const asked = page.waitForEvent('dialog');
    const left = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await left;
    await expect(filterPage.ignoreRule('tts-1')).toBeVisible();

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
  },
);
