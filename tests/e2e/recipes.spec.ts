import { chooseFromMenu, settingsSheet, unfold } from '@/tests/drive/menu';
import { calls as callsOnce, inTurn, says } from '@/tests/fakes/chat-answers';
import { createApprovalView } from './approval-view';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { expectAccessible } from './expect-accessible';
import { sendCommand } from './send-command';
import { showLanguage } from './show-language';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const WIDTHS = [360, 252];

test(
  'an answer is kept as a recipe, which a new chat runs with another value, without a request to the model, and undoes',
  thorough({ tag: '@both-browsers' }),
  async ({ startedChat: { panel }, endpoint, filterPage }, testInfo) => {
    test.setTimeout(120_000);
    const { page, message } = panel;
    const ignored = async () => (await filterPage.readState()).drafts.openai?.ignore;
    endpoint.behave(
      inTurn(callsOnce('add_ignore_rule', '{"pattern":"*-preview*"}'), says('No previews are left.')),
    );
    await panel.converse('Hide the preview models', 'No previews are left.');
    await page.locator('.entry').filter({ hasText: 'No previews are left.' }).hover();
    await page.getByRole('button', { name: 'Keep as recipe' }).click();
    const kept = page.getByRole('dialog', { name: 'Save recipe' });
    await expect(kept.getByRole('listitem')).toHaveText(['Hide *-preview*']);
    await attachLooks(page, testInfo, 'recipe-kept', WIDTHS);
    await expectAccessible(page, 'the form of a new recipe');
    await kept.getByRole('textbox', { name: 'Name' }).fill('Hide a kind');
    await kept.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(kept).toBeHidden();

    const requests = endpoint.chats().length;
    await chooseFromMenu(page, 'New chat');
    const offered = page.locator('.start').getByRole('button', { name: 'Hide a kind' });
    await expect(offered).toBeVisible();
    await attachLooks(page, testInfo, 'recipe-offered', WIDTHS);
    await message.pressSequentially('/hide');
    await attachScreenshot(page, testInfo, 'recipe-slash');
    await message.press('Enter');
    const run = page.getByRole('dialog', { name: 'Recipe' });
    await run.getByRole('textbox', { name: 'Instead of *-preview*' }).fill('o1*');
    await expect(run.getByRole('listitem')).toHaveText(['Hide o1*']);
    await attachLooks(page, testInfo, 'recipe-run', WIDTHS);
    await expectAccessible(page, 'the form that runs a recipe');
    await run.getByRole('textbox', { name: 'Instead of *-preview*' }).press('Enter');
    await expect(run).toBeHidden();
    await expect(panel.said('Run the recipe “Hide a kind”: Hide o1*.')).toBeVisible();
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    await attachLooks(page, testInfo, 'recipe-card', WIDTHS);
    expect(await ignored()).toEqual(['*mini*', '*-preview*']);
    await view.approve();
    const undo = panel.conversation.getByRole('button', { name: /^Undo the change of this answer$/ });
    await expect(undo).toBeVisible();
    expect(await ignored()).toEqual(['*mini*', '*-preview*', 'o1*']);
    await attachLooks(page, testInfo, 'recipe-done', WIDTHS);
    await undo.click();
    await panel.conversation.getByRole('button', { name: 'Undo the change', exact: true }).click();
    await expect(panel.conversation).toContainText('Undone · ');
    expect(await ignored()).toEqual(['*mini*', '*-preview*']);
    expect(endpoint.chats().length).toBe(requests);
  },
);

test(
  'a recipe that no longer fits says why before anything is done, and is changed and deleted in its form',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, filterPage }, testInfo) => {
    const { page, message } = panel;
    const before = await filterPage.readState();
    const calls = [
      { name: 'add_ignore_rule', args: { pattern: '*audio*' } },
      { name: 'hide_by_age', args: { days: 90 } },
    ];
    const recipe = { adapterId: 'model-filter', calls };
    await sendCommand(page, {
      ...{ type: 'store-saved-prompt', name: 'Tidy', text: 'Tidy up.', recipe, replaces: null },
    });
    await message.pressSequentially('/tidy');
    await message.press('Enter');
    const run = page.getByRole('dialog', { name: 'Recipe' });
    await run.getByRole('button', { name: 'Run recipe' }).click();
    await expect(run.getByText('doesn’t fit this page now: hide_by_age(90)')).toBeVisible();
    await attachLooks(page, testInfo, 'recipe-misfit', WIDTHS);
    await expectAccessible(page, 'a recipe that does not fit');
    expect(await filterPage.readState()).toEqual(before);

    await run.getByRole('button', { name: 'Leave out: hide_by_age(90)' }).click();
    await run.getByRole('button', { name: 'Save recipe' }).click();
    await expect(run).toBeHidden();

    // The wording of the form, for review.
    for (const language of ['de', 'ja', 'en']) {
      await showLanguage(page, language);
      await expect(page.locator('.entry').first()).toBeVisible();
      await page.locator('#composer-message').pressSequentially('/tidy');
      await expect(page.getByRole('option', { name: 'Tidy' })).toBeVisible();
      await attachScreenshot(page, testInfo, `recipe-slash-${language}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
      await attachLooks(page, testInfo, `recipe-run-${language}`, WIDTHS);
      await page.keyboard.press('Escape');
    }

    await chooseFromMenu(page, 'Settings');
    const sheet = settingsSheet(page);
    await unfold(sheet, 'Recipes');
    await attachLooks(page, testInfo, 'recipe-settings', WIDTHS);
    await sheet.getByRole('button', { name: 'Tidy' }).click();
    await expect(run.getByRole('listitem')).toHaveText(['Hide *audio*']);
    await run.getByRole('button', { name: 'Delete', exact: true }).click();
    await run.getByRole('button', { name: 'Delete recipe' }).click();
    await expect(run).toBeHidden();
    await expect(sheet.getByText('None yet.')).toBeVisible();
  },
);
