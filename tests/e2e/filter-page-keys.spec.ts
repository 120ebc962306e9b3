import { expect, FILTER, test } from './filter-page-fixtures';

test(
  'keyboard only: search, read, add, whitelist, save, open the help, and reach every part in the order of the page',
  FILTER,
  async ({ page, filterPage, view, playground }) => {
    const { keyboard } = page;
    await keyboard.press('/');
    await expect.poll(view.focused).toBe('Search models');
    await keyboard.type('turbo');
    const ids = (await filterPage.readState()).models.openai ?? [];
    const found = ids.filter((id) => id.includes('turbo')).length;
    await expect(page.getByText(`${found} found`)).toBeVisible();
    await keyboard.press('Escape');
    await expect(filterPage.searchBox).toHaveValue('');
    // Once it is empty, Esc leaves the search.
    await keyboard.press('Escape');
    await expect.poll(view.focused).toBe('nothing');

    await keyboard.press('i');
    await expect.poll(view.focused).toBe('Add ignore rule');
    await keyboard.type('gpt-3.5*, dall-e-3');
    await keyboard.press('Enter');
    await expect(filterPage.ignoreRule('dall-e-3')).toBeVisible();
    await expect.poll(view.focused).toBe('Add ignore rule');
    // Here, letters are typed as text.
    await keyboard.type('iwr/?');
    await expect(page.getByRole('textbox', { name: 'Add ignore rule' })).toHaveValue('iwr/?');
    await keyboard.press('Escape');
    await keyboard.press('Escape');

    await keyboard.press('w');
    await expect.poll(view.focused).toBe('Add whitelist rule');
    await keyboard.type('gpt-3.5-turbo');
    await keyboard.press('Enter');
    await expect(filterPage.rule('whitelist', 'gpt-3.5-turbo')).toContainText('keeps 1');

    await keyboard.press('Control+s');
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    expect(await playground.readEnvFile()).toBe(
      "IGNORE_MODELS_OPENAI='gpt-3.5*,dall-e-3'\nWHITELIST_MODELS_OPENAI='gpt-3.5-turbo'\n",
    );

    await keyboard.press('Escape');
    await keyboard.press('?');
    await expect(view.dialog('Help')).toBeVisible();
    await keyboard.press('Escape');
    await expect(view.dialog('Help')).toBeHidden();

    // Tab reaches every part in the order of the page, and each list only once.
    await filterPage.addRules('ignore', 'tts-1');
    await page.getByRole('combobox', { name: 'Provider' }).focus();
    const reached: string[] = [];
    while (reached.at(-1) !== 'Copy all whitelist patterns' && reached.length < 30) {
      reached.push(await view.focused());
      if (reached.at(-1) !== 'Copy all whitelist patterns') await page.keyboard.press('Tab');
    }
    expect(reached.slice(1)).toEqual([
      'Search models',
      'Refresh',
      'Discard',
      'Save',
      'Help',
      'Copy all names',
      'All models',
      'Copy visible names',
      'What clients see',
      'Import ignore rules',
      'Copy all ignore patterns',
      'Add ignore rule',
      'Add',
      'gpt-3.5*',
      'Remove ignore rule gpt-3.5*',
      'Import whitelist rules',
      'Copy all whitelist patterns',
    ]);
  },
);
