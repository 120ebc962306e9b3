/// <reference types="chrome" />
import type { Worker } from '@playwright/test';
import { chooseFromMenu } from '@/tests/drive/menu';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { expect, test } from './strict-test';
import { thorough } from './thorough';
import { toolbarBadge } from './toolbar-badge';

const tag = '@panel';

/** An event of the browser, which Playwright can’t cause from outside: it presses no key of the browser’s own. */
interface Dispatchable {
  dispatch(...args: unknown[]): void;
}

/** The user presses the keys of a command, or chooses the entry of the selection’s menu, in the tab in front. */
function entryPointsOf(worker: Worker) {
  return {
    press: (name: string) =>
      worker.evaluate(async (command) => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        (chrome.commands.onCommand as unknown as Dispatchable).dispatch(command, tab);
      }, name),
    ask: (text: string) =>
      worker.evaluate(async (selectionText) => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        const info = { menuItemId: 'ask-steward', selectionText };
        (chrome.contextMenus.onClicked as unknown as Dispatchable).dispatch(info, tab);
      }, text),
  };
}

test(
  'a selection is quoted in the message of the open panel, and of one that opens for it',
  thorough({ tag }),
  async ({ startedChat: { panel }, filterPage, openPanel, worker }) => {
    const { ask } = entryPointsOf(worker);
    await panel.message.fill('About this:');
    await filterPage.page.bringToFront();
    await ask('gpt-4o-audio is hidden');
    await expect(panel.message).toHaveValue('About this:\n> gpt-4o-audio is hidden\n\n');
    await expect(panel.said('Here I am.')).toBeVisible();
    await panel.message.fill('');
    await panel.close();

    await ask('and so is tts-1');
    const again = await openPanel(filterPage.page);
    await expect(again.message).toHaveValue('> and so is tts-1\n\n');
    await expect(again.said('Here I am.')).toBeVisible();
  },
);

test(
  'by a key, the panel shows the chat whose question waits, which the badge counts',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, worker }) => {
    endpoint.behave(inTurn(calls('ask_user', '{"question":"Which ones?","choices":[]}'), says('I see.')));
    await panel.ask('Hide some models');
    await expect(panel.page.getByRole('region', { name: 'Question' })).toContainText('Which ones?');
    const badge = { text: '1', title: expect.stringContaining('1 chat waits for you') };
    await expect.poll(() => toolbarBadge(worker)).toEqual(badge);

    await chooseFromMenu(panel.page, 'New chat');
    await panel.page.getByRole('button', { name: 'Keep it running' }).click();
    await expect(panel.said('Hide some models')).toHaveCount(0);
    await filterPage.page.bringToFront();
    await entryPointsOf(worker).press('open-waiting');
    await expect(panel.page.getByRole('region', { name: 'Question' })).toContainText('Which ones?');
    await panel.message.fill('The audio ones');
    await panel.message.press('Control+Enter');
    await expect(panel.said('I see.')).toBeVisible();
    await expect.poll(async () => (await toolbarBadge(worker)).text).toBe('');
  },
);

test(
  'by a key, the last changes are undone, then those before, and then there is nothing to undo',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, worker }) => {
    const { press } = entryPointsOf(worker);
    const hides = (pattern: string) => calls('add_ignore_rule', JSON.stringify({ pattern }));
    const rules = async () => (await filterPage.readState()).drafts.openai?.ignore;
    endpoint.behave(inTurn(hides('*audio*'), hides('*tts*'), says('Both are hidden.')));
    await panel.converse('Hide audio and speech', 'Both are hidden.');
    expect(await rules()).toEqual(['*mini*', '*audio*', '*tts*']);

    await filterPage.page.bringToFront();
    await press('undo-last');
    await expect.poll(rules).toEqual(['*mini*', '*audio*']);
    await press('undo-last');
    await expect.poll(rules).toEqual(['*mini*']);
    await press('undo-last');
    await expect(panel.alert).toContainText('There is nothing to undo on this page.');
    expect(await rules()).toEqual(['*mini*']);
  },
);
