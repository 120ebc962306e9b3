/// <reference types="chrome" />
import { chooseFromMenu } from '@/tests/drive/menu';
import { createPanel } from '@/tests/drive/panel';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { expect, test } from './strict-test';
import { thorough } from './thorough';
import { toolbarBadge } from './toolbar-badge';

const tag = '@panel';

test(
  'a selection is quoted in the message of the open panel, and of one that opens for it',
  thorough({ tag }),
  async ({ startedChat: { panel }, filterPage, steward }) => {
    await panel.message.fill('About this:');
    await filterPage.page.bringToFront();
    await filterPage.page.getByRole('heading').first().selectText();
    await steward.askAboutSelection('text that the reader of the page did not read');
    await expect(panel.message).toHaveValue(/^About this: @quote:\w+ $/);
    await expect(panel.page.getByRole('blockquote')).not.toContainText('did not read');
    await expect(panel.said('Here I am.')).toBeVisible();
    await panel.message.fill('');
    await panel.close();

    await steward.askAboutSelection('the same');
    const opened = await steward.openSidePanel(filterPage.page);
    const again = createPanel(opened.page);
    await expect(again.message).toHaveValue(/^@quote:\w+ $/);
    await expect(again.said('Here I am.')).toBeVisible();
    await opened.release();
  },
);

test(
  'the toolbar button also closes the panel, which keeps what was typed, but not beside another page',
  thorough({ tag }),
  async ({ startedChat: { panel }, filterPage, openPanel, playground, steward }) => {
    await panel.message.fill('About these');
    await filterPage.page.bringToFront();
    await steward.triggerAction(filterPage.page.url());
    await expect.poll(() => panel.page.isClosed()).toBe(true);
    const again = await openPanel(filterPage.page);
    await expect(again.message).toHaveValue('About these');
    // What is typed is with the chats: the browser shows storage.local to content scripts in Firefox.
    const stored = await again.page.evaluate(() => chrome.storage.local.get(null));
    expect(JSON.stringify(stored)).not.toContain('About these');
    await expect(again.said('Here I am.')).toBeVisible();

    const other = await steward.context.newPage();
    await other.goto(`${playground.url}/?other`);
    await other.bringToFront();
    await steward.triggerAction(other.url());
    await expect(again.message).toHaveValue('');
  },
);

test(
  'by a key, the panel shows the chat whose question waits, which the badge counts; by another, the last changes are undone, then those before, and then there is nothing to undo',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, worker, steward }) => {
    endpoint.behave(inTurn(calls('ask_user', '{"question":"Which ones?","choices":[]}'), says('I see.')));
    await panel.ask('Hide some models');
    await expect(panel.page.getByRole('region', { name: 'Question' })).toContainText('Which ones?');
    const badge = { text: '1', title: expect.stringContaining('1 chat waits for you') };
    await expect.poll(() => toolbarBadge(worker)).toEqual(badge);

    await chooseFromMenu(panel.page, 'New chat');
    await expect(panel.said('Hide some models')).toHaveCount(0);
    await filterPage.page.bringToFront();
    await steward.pressCommand('open-waiting');
    await expect(panel.page.getByRole('region', { name: 'Question' })).toContainText('Which ones?');
    await panel.message.fill('The audio ones');
    await panel.message.press('Control+Enter');
    await expect(panel.said('I see.')).toBeVisible();
    await expect.poll(async () => (await toolbarBadge(worker)).text).toBe('');
    await panel.finished();

    const hides = (pattern: string) => calls('add_ignore_rule', JSON.stringify({ pattern }));
    const rules = async () => (await filterPage.readState()).drafts.openai?.ignore;
    endpoint.behave(inTurn(hides('*audio*'), hides('*tts*'), says('Both are hidden.')));
    await panel.converse('Hide audio and speech', 'Both are hidden.');
    expect(await rules()).toEqual(['*mini*', '*audio*', '*tts*']);
    await filterPage.page.bringToFront();
    for (const left of [['*mini*', '*audio*'], ['*mini*']]) {
      await steward.pressCommand('undo-last');
      await expect.poll(rules).toEqual(left);
    }
    await steward.pressCommand('undo-last');
    await expect(panel.alert).toContainText('There is nothing to undo on this page.');
    expect(await rules()).toEqual(['*mini*']);
  },
);
