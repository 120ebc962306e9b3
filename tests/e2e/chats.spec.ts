import { readFile } from 'node:fs/promises';
import { openFilterPage } from '@/tests/drive/filter-page';
import { chooseFromMenu } from '@/tests/drive/menu';
import { createPanel, type Panel } from '@/tests/drive/panel';
import { calls, fallsSilentAfter, inTurn, says } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { attachScreenshot } from './attach-screenshot';
import { gate } from './gate';
import { openDetached } from './open-detached';
import { readTable } from './read-table';
import { expect, test } from './strict-test';
import { thorough } from './thorough';
import { withLaunched } from './with-launched';

const tag = '@chats';

/** The list of chats. */
function list({ page }: Panel) {
  const dialog = page.getByRole('dialog', { name: 'Chats' });
  const rows = dialog.getByRole('list', { name: 'Chats', exact: true });
  return {
    dialog,
    rows,
    row: (title: string) => rows.locator('.chat-row', { hasText: title }),
    open: () => page.getByRole('heading', { level: 1 }).getByRole('button').click(),
    close: () => dialog.getByRole('button', { name: 'Close' }).click(),
    async act(title: string, action: string) {
      await dialog.getByLabel(`Actions for ${title}`, { exact: true }).click();
      await dialog.getByRole('menuitem', { name: action, exact: true }).click();
    },
  };
}

/** A second chat, with one question and its answer. */
async function secondChat(panel: Panel, question: string): Promise<void> {
  await chooseFromMenu(panel.page, 'New chat');
  await expect(panel.said('Here I am.')).toHaveCount(0);
  await panel.ask(question);
  await panel.finished();
}

test(
  'chats are listed, renamed, pinned, opened from the list, and found by a text in them with the keyboard alone',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page } = panel;
    const chats = list(panel);
    endpoint.behave(says('The vision models of openai are hidden now.'));
    await secondChat(panel, 'Hide some models');
    await expect(panel.page.getByRole('heading', { level: 1 })).toHaveText('Hide some models');
    await chats.open();
    await expect(chats.rows.locator('.chat-title')).toHaveText(['Hide some models', 'Are you there?']);
    await expect(chats.row('Are you there?')).toContainText(/now|ago/);

    await chats.act('Are you there?', 'Rename');
    await chats.dialog.getByRole('textbox', { name: 'Title' }).fill('Greeting');
    await chats.dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
    await chats.act('Greeting', 'Pin');
    await expect(chats.rows.locator('.chat-title')).toHaveText(['Greeting', 'Hide some models']);

    await chats.row('Greeting').click();
    await expect(chats.dialog).toBeHidden();
    await expect(panel.said('Here I am.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Greeting');

    await page.getByRole('heading', { level: 1 }).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(chats.dialog).toBeVisible();
    const search = chats.dialog.getByRole('searchbox', { name: 'Search chats' });
    while (!(await search.evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('vision hid');
    const row = chats.dialog.locator('.chat-row');
    await expect(row).toHaveCount(1);
    await expect(row.locator('.chat-excerpt')).toHaveText('The vision models of openai are hidden now.');
    await expect(row.locator('mark')).toHaveText(['Hid', 'vision', 'hid']);
    await attachScreenshot(page, testInfo, 'search');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(chats.dialog).toBeHidden();
    await expect(panel.said('The vision models of openai are hidden now.')).toBeVisible();
    await expect(panel.message).toBeFocused();
  },
);

test(
  'a deleted chat leaves the list at once, can be restored for ten seconds, also after the list was closed, and is then gone',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const chats = list(panel);
    endpoint.behave(fallsSilentAfter('Thinking'));
    await chooseFromMenu(panel.page, 'New chat');
    await expect(panel.said('Here I am.')).toHaveCount(0);
    await panel.ask('A long question');
    await chats.open();
    await chats.act('A long question', 'Delete');
    await expect(chats.row('A long question')).toHaveCount(0);
    await chats.dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(chats.row('A long question')).toBeVisible();
    const before = await readTable(panel.page, 'chats');
    const deleted = before.find(({ title }) => title === 'A long question');

    await chats.act('Are you there?', 'Delete');
    await chats.close();
    const note = panel.page.getByText('Deleted Are you there?.');
    await expect(note).toBeVisible();
    await panel.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(note).toHaveCount(0);
    await expect(panel.message).toBeFocused();
    await chats.open();
    await expect(chats.row('Are you there?')).toBeVisible();

    await chats.act('A long question', 'Delete');
    await expect(chats.dialog.getByText('Deleted A long question.')).toBeVisible();
    await expect(chats.dialog.getByText('Deleted A long question.')).toBeHidden({ timeout: 20_000 });
    for (const table of ['messages', 'runs', 'contexts', 'checkpoints', 'chatWords']) {
      const rows = await readTable(panel.page, table);
      expect(rows.filter(({ chatId }) => chatId === deleted?.id)).toEqual([]);
    }
    await chats.close();
    // The panel moved on to another chat about the page.
    await expect(panel.said('A long question')).toHaveCount(0);
    await expect(panel.said('Here I am.')).toBeVisible();
  },
);

test(
  'Undo shows the deleted chat again in each panel that showed it, with what was typed',
  thorough({ tag }),
  async ({ startedChat: { panel }, steward }) => {
    const title = 'Are you there?';
    await panel.message.fill('A draft');
    const tab = await openDetached(steward, panel.page, 'Open in a tab');
    await expect(tab.said('Here I am.')).toBeVisible();
    const chats = list(tab);
    await chats.open();
    await chats.act(title, 'Delete');
    await expect(tab.page.getByText('This chat is no longer there.')).toBeVisible();
    await expect(panel.said('Here I am.')).toHaveCount(0);
    await chats.dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await chats.close();
    for (const shown of [panel, tab]) {
      await expect(shown.said('Here I am.')).toBeVisible();
      await expect(shown.page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(shown.message).toHaveValue('A draft');
    }
  },
);

test(
  'a chat that nobody watches is marked as new once it has an answer',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const chats = list(panel);
    const { opened, open } = gate();
    endpoint.behave(async (reply, request) => {
      await opened;
      await says('It is done.')(reply, request);
    });
    await panel.ask('Take your time');
    await chooseFromMenu(panel.page, 'New chat');
    await expect(panel.said('Take your time')).toHaveCount(0);
    await chats.open();
    const running = chats.row('Are you there?').getByRole('img', { name: 'is running' });
    await expect(running).toBeVisible();
    open();
    await expect(chats.row('Are you there?')).toContainText('New');
    await expect(running).toHaveCount(0);
    await chats.row('Are you there?').click();
    await expect(panel.said('It is done.')).toBeVisible();
    await chats.open();
    await expect(chats.row('Are you there?')).not.toContainText('New');
  },
);

test(
  'a branch continues a conversation in a chat of its own, and leaves page and chat as they are',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage }) => {
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('Audio is hidden.')));
    await panel.converse('Hide the audio models', 'Audio is hidden.');
    const rules = await filterPage.readRestorableState();
    const branch = panel.page.getByRole('button', { name: 'Branch from here' });

    // The second message of the user: the first answer comes before it.
    await branch.nth(2).click();
    await expect(panel.page.getByRole('heading', { level: 1 })).toHaveText('Branch of Are you there?');
    await expect(panel.message).toHaveValue('Hide the audio models');
    await expect(panel.said('Here I am.')).toBeVisible();
    await expect(panel.said('Audio is hidden.')).toHaveCount(0);
    endpoint.behave(says('Something else.'));
    await panel.message.fill('Explain instead');
    await panel.page.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.answered('Something else.');
    const sent = endpoint.chats().at(-1)?.body.messages ?? [];
    expect(sent.filter(({ role }) => role !== 'system').map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
    expect(await filterPage.readRestorableState()).toEqual(rules);

    const chats = list(panel);
    await chats.open();
    await chats.row('Are you there?').filter({ hasNotText: 'Branch' }).click();
    await expect(panel.said('Audio is hidden.')).toBeVisible();
  },
);

const ADAPTER_WORDS = '.inline-reversal, .result-views, .tool-label, .tool-outcome, .tool-note';

/**
 * The conversation's HTML without the controls of checkpoints, which are not exported, and without calls and results in the words
 * of the page's adapter: an imported chat is about no page.
 */
async function entriesOf({ conversation }: Panel): Promise<string> {
  return conversation.evaluate((log, inWordsOfAdapter) => {
    const copy = log.cloneNode(true) as Element;
    for (const control of copy.querySelectorAll(inWordsOfAdapter)) control.remove();
    // Imported messages have ids of their own.
    for (const entry of copy.querySelectorAll('[data-entry]')) entry.removeAttribute('data-entry');
    return copy.innerHTML;
  }, ADAPTER_WORDS);
}

test(
  'a chat exported as Markdown has its messages, calls and results, and nothing that only Steward reads; one exported as JSON and imported in a new profile is shown exactly as before',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, product }, testInfo) => {
    endpoint.behave(
      inTurn(
        calls('add_ignore_rule', '{"pattern":"*audio*"}'),
        says('**Audio** is hidden.\n# Not a heading'),
      ),
    );
    await panel.converse('Hide the audio models', 'Audio is hidden.');
    const before = await entriesOf(panel);
    const chats = list(panel);
    await chats.open();
    const exported = async (kind: 'Markdown' | 'JSON') => {
      const downloading = panel.page.waitForEvent('download');
      await chats.act('Are you there?', `Export as ${kind}`);
      return downloading;
    };
    const download = await exported('Markdown');
    expect(download.suggestedFilename()).toMatch(/\.md$/);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.split('\n');
    expect(lines[0]).toBe('# ` Are you there? `');
    const assistant = `## Assistant, \` ${SCRIPTED_MODEL_ID} \``;
    expect(lines.filter((line) => line.startsWith('## ')).map((line) => line.replace(/ · .*/, ''))).toEqual([
      ...['## You', assistant, '## You', assistant, assistant],
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        '> Here I am.',
        '> Hide the audio models',
        '> **Audio** is hidden.',
        '> # Not a heading',
      ]),
    );
    expect(text).toContain('Call of ` add_ignore_rule `, succeeded:');
    expect(text).toContain('{"pattern":"*audio*"}');
    expect(text).not.toMatch(/page-state|request from steward|system prompt/i);
    const file = testInfo.outputPath('chat.json');
    await (await exported('JSON')).saveAs(file);

    await withLaunched(product, product.playgroundExtension, async (other) => {
      const [page = await other.context.newPage()] = other.context.pages();
      const sidePanel = await other.openSidePanel(page);
      const imported = createPanel(sidePanel.page);
      const importedChats = list(imported);
      await importedChats.open();
      await importedChats.dialog.getByLabel('Import chat…').setInputFiles(file);
      await expect(imported.said('Audio is hidden.')).toBeVisible();
      await expect(imported.pageLine).toHaveText('No page');
      expect(await entriesOf(imported)).toBe(before);
      await sidePanel.release();
    });
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
