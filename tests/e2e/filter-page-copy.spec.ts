import { expect, FILTER, test } from './filter-page-fixtures';
import { thorough } from './thorough';

test.use({
  envText: "IGNORE_MODELS_OPENAI='*-preview*,gpt-3.5*'\n",
  permissions: ['clipboard-read', 'clipboard-write'],
});

const nameOf = (id: string): string => id.slice('openai/'.length);

test(
  'copies all names, or those that clients see, whatever the search finds',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    const names = ((await filterPage.readState()).models.openai ?? []).map(nameOf);
    const visible = names.filter((name) => !name.includes('-preview') && !name.startsWith('gpt-3.5'));
    for (const search of ['', 'TURBO']) {
      await filterPage.searchBox.fill(search);
      for (const [button, copied] of [
        [view.copyAll, names],
        [view.copyVisible, visible],
      ] as const) {
        await button.click();
        await expect(page.getByText(`${copied.length} names copied`)).toBeVisible();
        expect(await view.readClipboard()).toBe(copied.join(', '));
      }
    }
  },
);

test(
  'copies patterns and single names, and a list of them can be added to another list',
  thorough(FILTER),
  async ({ page, filterPage, view }) => {
    await page.getByRole('button', { name: 'Copy all ignore patterns' }).click();
    await expect(page.getByText('2 patterns copied')).toBeVisible();
    expect(await view.readClipboard()).toBe('*-preview*, gpt-3.5*');
    await page.getByRole('textbox', { name: 'Add whitelist rule' }).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await page.keyboard.press('Enter');
    await expect(filterPage.rule('whitelist', 'gpt-3.5*')).toContainText('keeps 5');
    await expect(filterPage.rule('whitelist', '*-preview*')).toBeVisible();

    for (const [item, copied, told] of [
      ['Copy name', 'gpt-4', 'Name copied'],
      ['Copy full id', 'openai/gpt-4', 'Full id copied'],
    ] as const) {
      await view.row('All models', 'openai/gpt-4').click({ button: 'right' });
      await view.menuItem(item).click();
      await expect(page.getByText(told)).toBeVisible();
      expect(await view.readClipboard()).toBe(copied);
    }
    await filterPage.ignoreRule('gpt-3.5*').click({ button: 'right' });
    await view.menuItem('Copy pattern').click();
    await expect(page.getByText('Pattern copied')).toBeVisible();
    expect(await view.readClipboard()).toBe('gpt-3.5*');
  },
);

test(
  'shows a message when the browser denies copying',
  thorough(FILTER),
  async ({ page, view, filterPage }) => {
    // Once a test grants any permission, Chromium denies all those that it doesn't grant.
    await page.context().clearPermissions();
    await page.context().grantPermissions(['geolocation']);
    const { models } = await filterPage.counts();
    await view.copyAll.click();
    await expect(page.getByText(`${models} names not copied: the browser did not allow it.`)).toBeVisible();
  },
);
