import { readFile } from 'node:fs/promises';
import { openFilterPage } from '@/tests/drive/filter-page';
import { chooseFromMenu } from '@/tests/drive/menu';
import type { Panel } from '@/tests/drive/panel';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@chats';

const sheet = ({ page }: Panel) => page.getByRole('dialog', { name: 'Chats' });
const title = ({ page }: Panel) => page.getByRole('heading', { level: 1 });

test(
  'a chat exported as Markdown has its messages, calls and results, and nothing that only Steward reads',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    endpoint.behave(
      inTurn(
        calls('add_ignore_rule', '{"pattern":"*audio*"}'),
        says('**Audio** is hidden.\n# Not a heading'),
      ),
    );
    await panel.converse('Hide the audio models', 'Audio is hidden.');
    await title(panel).getByRole('button').click();
    await sheet(panel).getByLabel('Actions for Are you there?', { exact: true }).click();
    const downloading = panel.page.waitForEvent('download');
    await sheet(panel).getByRole('menuitem', { name: 'Export as Markdown' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.md$/);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.split('\n');
    expect(lines[0]).toBe('# ` Are you there? `');
    expect(lines.filter((line) => line.startsWith('## ')).map((line) => line.replace(/ · .*/, ''))).toEqual([
      '## You',
      `## Assistant, \` ${SCRIPTED_MODEL_ID} \``,
      '## You',
      `## Assistant, \` ${SCRIPTED_MODEL_ID} \``,
      `## Assistant, \` ${SCRIPTED_MODEL_ID} \``,
    ]);
    for (const line of [
      '> Here I am.',
      '> Hide the audio models',
      '> **Audio** is hidden.',
      '> # Not a heading',
    ]) {
      expect(lines).toContain(line);
    }
    expect(text).toContain('Call of ` add_ignore_rule `, succeeded:');
    expect(text).toContain('{"pattern":"*audio*"}');
    expect(text).not.toMatch(/page-state|request from steward|system prompt/i);
  },
);

test(
  'a chat whose page is closed, and open in two other tabs, works on the one in front, after the difference was shown',
  thorough({ tag }),
  async ({ startedChat: { panel }, steward, playground, filterPage, endpoint }) => {
    const other = await steward.context.newPage();
    const second = await openFilterPage(other, playground.url, playground.apiKey);
    await second.chooseProvider('openai');
    await second.addIgnoreRule('*audio*');
    // With one other tab, the chat would go on there by itself.
    await openFilterPage(await steward.context.newPage(), playground.url, playground.apiKey);
    await filterPage.page.close();
    await expect(panel.pageLine).toHaveText('Page closed');
    await other.bringToFront();
    await panel.page.getByRole('button', { name: 'Use page in front…' }).click();
    const dialog = panel.page.getByRole('dialog', { name: 'Use the page in front?' });
    await expect(dialog).toContainText('What is different from the page that the chat knew:');
    await expect(dialog).toContainText('*audio*');
    await dialog.getByRole('button', { name: 'Use this page' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.pageLine).toContainText('Model filter');
    await expect(panel.said('Here I am.')).toBeVisible();

    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*tts*"}'), says('Speech is hidden.')));
    await panel.converse('Hide the speech models', 'Speech is hidden.');
    const state = JSON.stringify(await second.readRestorableState());
    expect(state).toContain('*audio*');
    expect(state).toContain('*tts*');
  },
);

test(
  'a chat is found by a text in it, and opened, with the keyboard alone',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page } = panel;
    endpoint.behave(says('The vision models of openai are hidden now.'));
    await chooseFromMenu(page, 'New chat');
    await expect(panel.said('Here I am.')).toHaveCount(0);
    await panel.ask('Hide some models');
    await panel.finished();
    await chooseFromMenu(page, 'New chat');
    await expect(panel.said('Hide some models')).toHaveCount(0);

    await title(panel).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(sheet(panel)).toBeVisible();
    const search = sheet(panel).getByRole('searchbox', { name: 'Search chats' });
    while (!(await search.evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('vision hid');
    const row = sheet(panel).locator('.chat-row');
    await expect(row).toHaveCount(1);
    await expect(row.locator('.chat-excerpt')).toHaveText('The vision models of openai are hidden now.');
    await expect(row.locator('mark')).toHaveText(['Hid', 'vision', 'hid']);
    await attachScreenshot(page, testInfo, 'search');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(sheet(panel)).toBeHidden();
    await expect(panel.said('The vision models of openai are hidden now.')).toBeVisible();
    await expect(panel.message).toBeFocused();
  },
);

test(
  'the deletion of a chat can be undone after the list was closed',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page } = panel;
    endpoint.behave(says('They are hidden.'));
    await chooseFromMenu(page, 'New chat');
    await expect(panel.said('Here I am.')).toHaveCount(0);
    await panel.ask('Hide some models');
    await panel.finished();
    await title(panel).getByRole('button').click();
    await sheet(panel).getByLabel('Actions for Are you there?', { exact: true }).click();
    await sheet(panel).getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await sheet(panel).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Deleted Are you there?.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Deleted Are you there?.')).toHaveCount(0);
    await expect(panel.message).toBeFocused();
    await title(panel).getByRole('button').click();
    await expect(sheet(panel).locator('.chat-title')).toHaveText(['Hide some models', 'Are you there?']);
  },
);
