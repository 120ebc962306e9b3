import { launchBrowser } from '@/tests/drive/launch-browser';
import { chooseFromMenu, openSettings } from '@/tests/drive/menu';
import { createPanel, type Panel } from '@/tests/drive/panel';
import { calls, fallsSilentAfter, inTurn, says } from '@/tests/fakes/chat-answers';
import { gate } from './gate';
import { readTable } from './read-table';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

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
  'chats are listed, renamed, pinned, and opened from the list',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const chats = list(panel);
    endpoint.behave(says('The vision models are hidden.'));
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
    await expect(panel.page.getByRole('heading', { level: 1 })).toHaveText('Greeting');
  },
);

test(
  'a deleted chat leaves the list at once, can be restored for ten seconds, and is then gone',
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
    const opened = steward.context.waitForEvent('page');
    await openSettings(panel.page, 'Appearance');
    await panel.page.getByRole('button', { name: 'Open in a tab' }).click();
    const tab = createPanel(await opened);
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
    await panel.page.getByRole('button', { name: 'Keep it running' }).click();
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
  'an exported chat that is imported in a new profile is shown exactly as before',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, product }, testInfo) => {
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('**Audio** is hidden.')));
    await panel.converse('Hide the audio models', 'Audio is hidden.');
    const before = await entriesOf(panel);
    const chats = list(panel);
    await chats.open();
    const downloading = panel.page.waitForEvent('download');
    await chats.act('Are you there?', 'Export as JSON');
    const file = testInfo.outputPath('chat.json');
    await (await downloading).saveAs(file);

    const other = await launchBrowser(product, {
      extension: product.playgroundExtension,
      headless: true,
      pageSize: { width: 1200, height: 800 },
    });
    try {
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
    } finally {
      await other.close();
    }
  },
);
