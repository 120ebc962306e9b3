import { serveHtml } from '@/tests/fakes/serve-html';
import { CONCLUSION, expect, test } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { createFilterView } from './filter-view';
import { modelNames, setRules } from './page-rules';
import { thorough } from './thorough';

const PANES = ['All models', 'What clients see'] as const;

test(
  'a model in an approval card and a rule in an answer are shown on the page, which stays as it is',
  { tag: '@approval' },
  async ({ scenario, filterPage }, testInfo) => {
    const { panel, view } = scenario;
    const { page } = filterPage;
    await setRules(filterPage, { openai: { ignore: ['*-nothing-*'], whitelist: [] } });
    const last = (await modelNames(filterPage, 'openai')).at(-1) ?? '';
    scenario.modelWill([['add_ignore_rule', { pattern: last }]], 'Hidden by `*-nothing-*`, not `*-other-*`.');
    await scenario.askBeforeEveryChange();
    await scenario.ask('Hide the last one');
    const before = await filterPage.readState();
    const rows = PANES.map((pane) => createFilterView(page).row(pane, `openai/${last}`));
    for (const row of rows) await expect(row).not.toBeInViewport();

    const name = view.card.getByRole('button', { name: `Show ${last} on the page` });
    await attachScreenshot(panel.page, testInfo, 'name-in-card');
    await name.focus();
    await panel.page.keyboard.press('Enter');
    for (const row of rows) {
      await expect(row).toHaveAttribute('data-shown', 'true');
      await expect(row).toBeInViewport({ ratio: 1 });
    }
    await attachScreenshot(page, testInfo, 'model-shown');
    await expect(name).toBeFocused();
    for (const row of rows) await expect(row).toHaveAttribute('data-shown', 'false');
    expect(await filterPage.readState()).toEqual(before);

    await view.approve();
    await panel.answered('Hidden by *-nothing-*, not *-other-*.');
    const rule = panel.conversation.getByRole('button', { name: 'Show *-nothing-* on the page' });
    await rule.hover();
    await attachScreenshot(panel.page, testInfo, 'name-in-answer');
    await rule.click();
    const shown = page.locator('.rule-item[data-shown="true"]');
    await expect(shown).toHaveAttribute('data-rule', '*-nothing-*');
    await expect(shown).toBeInViewport({ ratio: 1 });
    await expect(panel.conversation.getByRole('button', { name: 'Show *-other-* on the page' })).toHaveCount(0);

    // Once the rule is gone, its name is text.
    await setRules(filterPage, { openai: { ignore: [last], whitelist: [] } });
    await expect(rule).toHaveCount(0);
  },
);
