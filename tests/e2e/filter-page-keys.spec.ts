import type { Locator } from '@playwright/test';
import { expect, FILTER, test } from './filter-page-fixtures';
import { thorough } from './thorough';

test(
  'keyboard only: search, read, add, whitelist, save, open the help',
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
  },
);

test(
  'the focus moves to a sensible place when its element closes or disappears',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    const { keyboard } = page;
    const keepsFocus = async (
      start: Locator,
      open: string,
      opened: Locator,
      close: string,
    ): Promise<void> => {
      await start.focus();
      const before = await view.focused();
      await keyboard.press(open);
      await expect(opened).toBeVisible();
      await keyboard.press(close);
      await expect(opened).toBeHidden();
      await expect.poll(view.focused).toBe(before);
    };
    await filterPage.addRules('ignore', 'gpt-3.5*,dall-e-3');
    const importButton = page.getByRole('button', { name: 'Import ignore rules' });
    await keepsFocus(page.getByRole('button', { name: 'Help' }), 'Enter', view.dialog('Help'), 'Escape');
    await keepsFocus(filterPage.searchBox, 'F1', view.dialog('Help'), 'Escape');
    await keepsFocus(importButton, 'Enter', view.dialog('Import ignore rules'), 'Escape');
    await keepsFocus(view.pane('All models'), 'Shift+F10', view.menu, 'Escape');
    await keepsFocus(view.pattern('dall-e-3'), 'Shift+F10', view.menu, 'Escape');
    // Nothing behind an open dialog gets the focus.
    await importButton.press('Enter');
    const dialog = view.dialog('Import ignore rules');
    await expect(dialog).toBeVisible();
    for (let presses = 0; presses < 12; presses += 1) {
      await keyboard.press('Tab');
      await expect(page.locator(':focus:not(dialog, dialog *)')).toHaveCount(0);
    }
  },
);

test(
  'Tab reaches every part in the order of the page, and each list only once',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    await filterPage.addRules('ignore', 'gpt-3.5*,dall-e-3,tts-1');
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

test(
  'arrows, Page keys, Home and End move through models, and Enter pins',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    const ids = (await filterPage.readState()).models.openai ?? [];
    const list = view.pane('All models');
    const active = list.locator('[data-active="true"]');
    await list.focus();
    for (const [key, index] of [
      ['End', ids.length - 1],
      ['ArrowDown', ids.length - 1],
      ['ArrowUp', ids.length - 2],
      ['Home', 0],
      ['ArrowUp', 0],
      ['ArrowDown', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(active).toHaveAttribute('data-model', ids[index] ?? '');
      await expect(active).toBeInViewport();
    }
    await page.keyboard.press('PageDown');
    await expect(active).not.toHaveAttribute('data-model', ids[1] ?? '');
    await page.keyboard.press('PageUp');
    await expect(active).toHaveAttribute('data-model', ids[1] ?? '');
    await page.keyboard.press('Enter');
    await expect(active).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(active).toHaveAttribute('aria-selected', 'false');
  },
);

test(
  'the page’s shortcuts work, and those of the browser stay unaffected',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/admin/catalogue/openai')) requests += 1;
    });
    await page.keyboard.press('r');
    await expect.poll(() => requests).toBe(1);
    await page.keyboard.press('Control+f');
    await expect.poll(view.focused).toBe('Search models');
    // If the search has the focus already, the browser’s own find is meant.
    const isPrevented = await filterPage.searchBox.evaluate((field) => {
      const press = new KeyboardEvent('keydown', {
        key: 'f',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      });
      return !field.dispatchEvent(press);
    });
    expect(isPrevented).toBe(false);
  },
);
