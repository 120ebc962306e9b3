import { says } from '@/tests/fakes/chat-answers';
import { serveHtml } from '@/tests/fakes/serve-html';
import { expect, test } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
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
    await expect(panel.conversation.getByRole('button', { name: 'Show *-other-* on the page' })).toHaveCount(
      0,
    );

    // Once the rule is gone, its name is text.
    await setRules(filterPage, { openai: { ignore: [last], whitelist: [] } });
    await expect(rule).toHaveCount(0);
  },
);

const LONG_PAGE = `<!doctype html>
<html lang="en">
<head><title>Team</title><style>html { scroll-behavior: smooth } p { height: 3000px }</style></head>
<body>
  <h1>Users</h1>
  <p>Everyone with an account.</p>
  <h2 id="sign-up">Sign-up</h2>
  <table><tbody><tr><td>ann</td><td>admin</td></tr></tbody></table>
  <button onclick="document.title = 'Clicked'">Delete all</button>
</body>
</html>`;

test(
  'on any page, what an answer names is shown without a click, a focus or a change of the document',
  thorough({ tag: '@adapters' }),
  async ({ steward, openPanel, endpoint }, testInfo) => {
    const site = await serveHtml(LONG_PAGE);
    try {
      const page = await steward.context.newPage();
      await page.goto(site.url);
      const panel = await openPanel(page);
      await connectByCommand(panel, endpoint);
      endpoint.behave(says('See `sign-up`, `ann` or `Delete all`, not `Delete none`.'));
      await panel.ask('Where?');
      await panel.answered('See sign-up, ann or Delete all, not Delete none.');
      const names = panel.conversation.getByRole('button', { name: / on the page$/ });
      await expect(names).toHaveText(['sign-up', 'ann', 'Delete all']);
      await page.evaluate(() => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          document.body.setAttribute('data-changed', 'true');
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      });
      const shown = [
        page.locator('#sign-up'),
        page.getByRole('cell', { name: 'ann' }),
        page.getByRole('button'),
      ];
      for (const [index, element] of shown.entries()) {
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await expect(element).not.toBeInViewport();
        await names.nth(index).click();
        await expect(element).toBeInViewport({ ratio: 1 });
        const outline = () => element.evaluate((target) => getComputedStyle(target).outlineStyle);
        expect(await outline()).toBe('solid');
        await expect.poll(outline).toBe('none');
      }
      expect(await page.evaluate(() => [document.title, document.activeElement?.tagName])).toEqual([
        'Team',
        'BODY',
      ]);
      await expect(page.locator('[data-changed]')).toHaveCount(0);

      // What is gone is said.
      await page.evaluate(() => document.querySelector('table')?.remove());
      await names.nth(1).click();
      await expect(panel.page.getByText('The page shows nothing of this name now.')).toBeVisible();
      await attachScreenshot(panel.page, testInfo, 'not-in-sight');
      await expect(names).toHaveText(['sign-up', 'Delete all']);
    } finally {
      await site.close();
    }
  },
);
