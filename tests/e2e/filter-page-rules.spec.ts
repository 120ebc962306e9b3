import { expect, FILTER, test } from './filter-page-fixtures';

test(
  'adds several at once, in order, and shows the effect of each',
  FILTER,
  async ({ page, filterPage, view }) => {
    const { models } = await filterPage.readState();
    const old = (models.openai ?? []).filter((id) => id.startsWith('openai/gpt-3.5'));
    const field = page.getByRole('textbox', { name: 'Add ignore rule' });

    await field.fill('gpt-3.5*, , dall-e-3,o9-*');
    await expect(
      page.getByText(`Matches ${old.length + 1} of ${models.openai?.length} models`),
    ).toBeVisible();
    await expect(view.row('All models', 'openai/dall-e-3')).toHaveAttribute('data-highlighted', 'true');
    await field.press('Enter');

    expect(await filterPage.rules('ignore').getByRole('listitem').allTextContents()).toEqual([
      `gpt-3.5*hides ${old.length}`,
      'dall-e-3hides 1',
      'o9-*no effect now',
    ]);
    await expect(field).toHaveValue('');
    await expect(filterPage.unsavedMark).toBeVisible();
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes');
    const total = models.openai?.length ?? 0;
    expect(await filterPage.counts()).toEqual({
      models: total,
      visible: total - old.length - 1,
      hidden: old.length + 1,
    });
  },
);

test(
  'removes rules by mouse and by keyboard, and the focus stays in the list',
  FILTER,
  async ({ page, filterPage, view }) => {
    await filterPage.addRules('ignore', 'gpt-3.5*,dall-e-3,tts-1,o1*');
    await page.getByRole('button', { name: 'Remove ignore rule dall-e-3' }).click();
    await expect(filterPage.ignoreRule('dall-e-3')).toBeHidden();
    await expect.poll(view.focused).toBe('Remove ignore rule tts-1');

    await view.pattern('gpt-3.5*').focus();
    await page.keyboard.press('Delete');
    await expect.poll(view.focused).toBe('tts-1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(view.focused).toBe('o1*');
    await page.keyboard.press('Delete');
    await expect.poll(view.focused).toBe('tts-1');
    await page.keyboard.press('Delete');
    await expect(filterPage.rules('ignore')).toContainText('No ignore rules: every model is visible.');
    await expect(filterPage.rules('ignore')).toContainText('Block preview models');
    await expect.poll(view.focused).toBe('Add ignore rule');
    await expect(filterPage.unsavedMark).toBeHidden();
  },
);
