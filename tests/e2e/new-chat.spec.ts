import type { Page } from '@playwright/test';
import { openFilterPage } from '@/tests/drive/filter-page';
import { serveHtml } from '@/tests/fakes/serve-html';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@chats';

const TEAM = `<!doctype html><html lang="en"><head><title>Team</title></head>
<body><h1>Users</h1><table><tbody><tr><td>ann</td></tr></tbody></table></body></html>`;
const TEAM_LINE = 'Team';

const newChat = (panel: Page) => panel.getByRole('banner').getByRole('button', { name: 'New chat' });

test(
  'a new chat is about the page in front, whichever page the chat before is about',
  thorough({ tag }),
  async ({ startedChat: { panel }, playground, steward }, testInfo) => {
    const site = await serveHtml(TEAM);
    try {
      const { page, pageLine, said } = panel;
      const team = await steward.context.newPage();
      await team.goto(site.url);
      await expect(pageLine).toContainText('in another tab');
      await newChat(page).click();
      await expect(pageLine).toContainText(TEAM_LINE);
      await expect(said('Here I am.')).toHaveCount(0);
      // Keeps the connection and the model.
      await panel.converse('Who is there?', 'Here I am.');

      // With the same page in front, it is about that one; the text that isn't sent yet goes along.
      await panel.message.fill('Not sent yet');
      await page.getByRole('heading', { level: 1 }).getByRole('button').click();
      await page.getByRole('dialog', { name: 'Chats' }).getByRole('button', { name: 'New chat' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(said('Here I am.')).toHaveCount(0);
      await expect(pageLine).toContainText(TEAM_LINE);
      await expect(panel.message).toHaveValue('Not sent yet');

      // The tab goes to a page of another kind.
      await openFilterPage(team, playground.url, playground.apiKey);
      const card = page.getByRole('region', { name: 'This chat’s page' });
      await expect(card).toContainText('The page of this chat is closed.');
      await attachScreenshot(page, testInfo, 'page-gone');
      await card.getByRole('button', { name: 'Use page in front…' }).click();
      const rebind = page.getByRole('dialog', { name: 'Use the page in front?' });
      await expect(rebind.getByRole('alert')).toContainText('of another kind');
      await attachScreenshot(page, testInfo, 'rebind-conflict');
      await rebind.getByRole('button', { name: 'New chat' }).click();
      await expect(pageLine).toContainText('Model filter');
      await expect(card).toBeHidden();
      await expect(panel.alert).toHaveCount(0);
    } finally {
      await site.close();
    }
  },
);

/** The texts about one of the browser's own pages. Firefox doesn't tell an extension such a page from one without access. */
const REFUSALS = {
  chromium: ['The browser does not allow extensions on this page.', 'click Steward’s toolbar button there'],
  firefox: ['Steward has no access to this page yet.', 'Click Steward’s toolbar button on that page.'],
} as const;

test(
  'where the browser’s own page is in front, one card says so, and goes with that page',
  { tag },
  async ({ startedChat: { panel }, filterPage, steward, product }, testInfo) => {
    const { page, pageLine } = panel;
    const own = await steward.context.newPage();
    await own.goto(product.protectedUrl);
    await newChat(page).click();
    const card = page.getByRole('region', { name: 'No new chat yet' });
    for (const text of REFUSALS[product.name]) await expect(card).toContainText(text);
    await expect(panel.alert).toHaveCount(1);
    await expect(panel.said('Here I am.')).toBeVisible();
    await attachScreenshot(page, testInfo, 'new-chat-refused');
    await filterPage.page.bringToFront();
    await expect(card).toBeHidden();
    await newChat(page).click();
    await expect(panel.said('Here I am.')).toHaveCount(0);
    await expect(pageLine).toContainText('Model filter');
    await own.close();
  },
);
