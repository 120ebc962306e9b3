import { APPROVAL, expect, test } from './approval-fixtures';
import { thorough } from './thorough';

test(
  'arguments that the user has edited in an approval card are there after a click on the toolbar button',
  thorough(APPROVAL),
  async ({ scenario, filterPage, openPanel, steward }) => {
    const { panel, view } = scenario;
    await scenario.askBeforeEveryChange();
    scenario.modelWill([['add_ignore_rule', { pattern: '*mini*' }]]);
    await scenario.ask('Hide the small ones');
    await view.button('Edit').click();
    await view.field('Pattern').fill('*audio*');
    await expect(view.ready).toBeVisible();
    await panel.page.waitForTimeout(1_500);
    await filterPage.page.bringToFront();
    await steward.triggerAction(filterPage.page.url());
    await filterPage.page.waitForTimeout(1_500);
    const shown = panel.page.isClosed() ? await openPanel(filterPage.page) : panel;
    await expect(shown.approval).toContainText('*audio*');
  },
);

test(
  'a half-filled form is there after a click on the toolbar button',
  thorough(APPROVAL),
  async ({ scenario, filterPage, openPanel, steward }) => {
    const { panel, view } = scenario;
    await scenario.askBeforeEveryChange();
    scenario.modelWill([['add_ignore_rule', { pattern: '*mini*' }]]);
    await scenario.ask('Hide the small ones');
    await view
      .button(/^Refuse|^Reject|^Don’t/)
      .first()
      .click();
    await panel.page.keyboard.type('Because the team of Ann needs them');
    await panel.page.waitForTimeout(1_500);
    await filterPage.page.bringToFront();
    await steward.triggerAction(filterPage.page.url());
    await filterPage.page.waitForTimeout(1_500);
    const shown = panel.page.isClosed() ? await openPanel(filterPage.page) : panel;
    const texts = await shown.page
      .locator('textarea, input')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join('|'));
    expect(texts).toContain('the team of Ann');
  },
);

test(
  'a click while the tab loads another page doesn’t close the panel',
  thorough(APPROVAL),
  async ({ scenario, filterPage, steward }) => {
    const { panel } = scenario;
    await panel.page.waitForTimeout(1_500);
    const url = new URL(filterPage.page.url());
    const slow = `${url.origin}/slow-page`;
    await filterPage.page.route('**/slow-page*', async (route) => {
      await route.fulfill({
        contentType: 'text/html',
        body: '<h1>Another page</h1><img src="/slow-page-image">',
      });
    });
    await filterPage.page.route('**/slow-page-image', () => new Promise(() => undefined));
    await filterPage.page.goto(slow, { waitUntil: 'commit' });
    await filterPage.page.bringToFront();
    await steward.triggerAction(slow);
    await filterPage.page.waitForTimeout(1_500);
    expect(panel.page.isClosed()).toBe(false);
  },
);
