import { openSettings } from '@/tests/drive/menu';
import { attachLooks } from './attach-looks';
import { expectAccessible } from './expect-accessible';
import { expect, test } from './fixtures';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { thorough } from './thorough';

const SET = { name: 'production', color: 'red' } as const;

test(
  'sites are put into a set in the list of sites, by the keyboard alone, and all sites of a set have its colour',
  thorough({ tag: '@permissions' }),
  async ({ filterPage, openPanel, playground }, testInfo) => {
    const { page } = await openPanel(filterPage.page);
    const origin = new URL(playground.url).origin;
    const other = origin.replace('127.0.0.1', 'localhost');
    await sendCommand(page, { type: 'mark-site', origin: other, mark: null, set: SET });
    const sheet = await openSettings(page, 'Sites');
    await expect(sheet.getByText('Set: production')).toHaveCount(1);
    await expect(sheet.getByRole('button', { name: /^Name and set of/ })).toHaveCount(0);

    const mark = { name: 'PROD EU 1', color: 'green' };
    await sendCommand(page, { type: 'mark-site', origin, mark });
    const opener = sheet.getByRole('button', { name: `Name and set of ${origin}` });
    await opener.press('Enter');
    const form = page.getByRole('dialog', { name: 'Name of the site' });
    const field = form.getByLabel('Set, such as production');
    await field.fill('production');
    const colors = form.getByRole('group', { name: 'Colour of the set' });
    await expect(colors.getByRole('radio', { name: 'Red' })).toBeChecked();
    await colors.getByRole('radio', { name: 'Purple' }).press('Space');
    await expectAccessible(page, 'form for a set');
    await attachLooks(page, testInfo, 'site-set-form', [360, 252]);
    await form.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(form).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(sheet.getByText('Set: production')).toHaveCount(2);
    const set = { ...SET, color: 'purple' };
    expect(await readTable(page, 'sites')).toEqual([
      expect.objectContaining({ origin, mark, set }),
      expect.objectContaining({ origin: other, mark: null, set }),
    ]);
    await attachLooks(page, testInfo, 'site-set-list', [360, 252]);
  },
);
