import { menuButton } from '@/tests/drive/menu';
import { APPROVAL, CONCLUSION, expect, test } from './approval-fixtures';
import { attachLooks } from './attach-looks';
import { expectAccessible } from './expect-accessible';
import { createFilterView } from './filter-view';
import { setRules } from './page-rules';
import { inBothBrowsers } from './thorough';

const TITLE = 'Rules and their models';

test(
  'a rule’s models are in a sheet and shown on the page, and the result of a call has the numbers of all rules',
  inBothBrowsers(APPROVAL),
  async ({ scenario, filterPage }, testInfo) => {
    const { panel } = scenario;
    const { page } = panel;
    await setRules(filterPage, {
      openai: { ignore: ['*-preview*', 'o1*', '*-nothing-*'], whitelist: ['gpt-4o*'] },
    });
    await menuButton(page).click();
    await page.getByRole('menuitem', { name: TITLE }).click();
    const sheet = page.getByRole('dialog', { name: TITLE });
    const rule = sheet.locator('summary', { hasText: 'o1*' });
    await expect(rule).toBeVisible();
    // The page’s names are known then.
    await expect(sheet.getByRole('button', { name: 'Show *-nothing-* on the page' })).toBeVisible();
    await expect(
      sheet.getByRole('listitem').filter({ hasText: /\*-nothing-\* hides nothing/ }),
    ).toBeVisible();

    await rule.press('Enter');
    await expect(sheet.getByText('4 of them by this rule alone')).toBeVisible();
    const shown = filterPage.page.locator('.rule-item[data-shown="true"]');
    await expect(shown).toHaveAttribute('data-rule', 'o1*');
    await attachLooks(page, testInfo, 'rules-sheet', [360, 252]);
    await expectAccessible(page, 'rules-sheet');
    const [model = ''] = await rule.locator('xpath=..').getByRole('listitem').allTextContents();
    await sheet.getByRole('button', { name: `Show ${model} on the page` }).click();
    const row = createFilterView(filterPage.page).row('All models', model);
    await expect(row).toHaveAttribute('data-shown', 'true');
    await page.keyboard.press('Escape');

    scenario.modelWill([['list_rules', {}]]);
    await panel.ask('Which rules are there?');
    await panel.answered(CONCLUSION);
    await panel.conversation.getByText('4 rules').first().click();
    await expect(
      panel.conversation.getByRole('row', { name: /\*-preview\* on the page ignore \d+$/ }),
    ).toBeVisible();
    await attachLooks(page, testInfo, 'rules-result', [360, 252]);
  },
);
