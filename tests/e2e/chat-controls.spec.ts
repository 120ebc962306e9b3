import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { openFilterPage } from '@/tests/drive/filter-page';
import { chooseFromMenu } from '@/tests/drive/menu';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import type { OpenPanel } from './fixtures';
import { gate } from './gate';
import { expect, test } from './strict-test';
import { thorough } from './thorough';
import { toolbarBadge } from './toolbar-badge';

const tag = '@outcome';

const SAVE = calls('save_changes', '{}');
const ASK = calls(
  'ask_user',
  JSON.stringify({ question: 'Hide them where?', choices: ['Only openai', 'All providers'] }),
);

/** The panel's controls for switching between chats. */
function controls({ page }: OpenPanel) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const list = page.getByRole('dialog', { name: 'Other chats' });
  return {
    button,
    list,
    link: page.getByRole('button', { name: /^\d+ other chats?\b/ }),
    leave: () => chooseFromMenu(page, 'New chat'),
  };
}

test(
  'a new chat opens at once, the chat that waits for an approval or is running goes on, and a link leads back to it',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, playground, steward }, testInfo) => {
    const { list, link, leave } = controls(panel);
    const before = await playground.readEnvFile();
    const rules = await filterPage.readRestorableState();
    endpoint.behave(SAVE);
    await panel.ask('Save it');
    await expect(panel.approval).toBeVisible();
    await expect.poll(async () => (await toolbarBadge(panel.page)).text).toBe('1');
    const bar = await steward.lockBar(filterPage.page);
    await expect.poll(bar.text).toContain('Waiting for your approval');

    await leave();
    await expect(panel.said('Save it')).toHaveCount(0);
    await expect(panel.message).toBeFocused();
    await expect(link).toHaveAccessibleName('1 other chat waits for you');
    expect(await playground.readEnvFile()).toBe(before);
    // A new chat begins a conversation; the page keeps its unsaved rules.
    expect(await filterPage.readRestorableState()).toEqual(rules);
    await link.click();
    await list.getByRole('button', { name: /waits for your approval$/ }).click();
    await expect(panel.approval).toBeVisible();
    await panel.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel.approval).toHaveCount(0);
    await expect.poll(async () => (await toolbarBadge(panel.page)).text).toBe('');
    await expect.poll(bar.text).toBe('');

    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, SAVE), says('It is saved.')));
    await panel.ask('Save it again');
    await leave();
    await expect(panel.said('Save it again')).toHaveCount(0);
    await expect(link).toHaveAccessibleName('1 other chat is running');
    open();
    await expect(link).toHaveAccessibleName('1 other chat waits for you');
    await expect.poll(async () => (await toolbarBadge(panel.page)).text).toBe('1');

    // By keyboard only.
    await link.focus();
    await panel.page.keyboard.press('Enter');
    await expect(list.getByRole('listitem')).toHaveText([
      `Are you there?Model filter at ${new URL(playground.url).host} · waits for your approval`,
    ]);
    await attachLooks(panel.page, testInfo, 'other-chats', [360, 280]);
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Enter');
    await expect(list).toHaveCount(0);
    await expect(panel.said('Save it again')).toBeVisible();
    // The message field keeps the focus: keys meant for a message approve nothing.
    await expect(panel.message).toBeFocused();
    await expect(link).toHaveCount(0);
    await panel.approve();
    await panel.answered('It is saved.');
    await expect.poll(async () => (await toolbarBadge(panel.page)).text).toBe('');
    expect(await playground.readEnvFile()).toContain("IGNORE_MODELS_OPENAI='*mini*'");
  },
);

test(
  'a chat about a page in another tab can be shown, and stays in the panel when its page is opened again',
  thorough({ tag }),
  async ({ startedChat: { panel }, steward, startPage, endpoint, filterPage, playground }) => {
    const { list, link, button, leave } = controls(panel);
    endpoint.behave(inTurn(ASK, says('Only openai, then.')));
    await panel.ask('Hide the audio models');
    await expect(panel.said('Hide them where?')).toBeVisible();
    const title = panel.page.getByRole('heading', { level: 1 });
    const facts = (await panel.pageLine.textContent()) ?? '';
    // So that the chat isn't the newest one about its page.
    await leave();
    await expect(link).toHaveAccessibleName('1 other chat waits for you');

    const other = await steward.context.newPage();
    await other.goto((await startPage({ version: 1 })).url);
    await (await clickToolbarButton(steward, other)).release();
    await expect(title).toHaveText('Awkward filter');
    await expect(panel.pageLine).toContainText('3 models');
    await link.click();
    await list.getByRole('button', { name: /waits for your answer$/ }).click();
    await expect(panel.said('Hide them where?')).toBeVisible();
    await expect(title).toHaveText('Are you there?');
    await expect(panel.pageLine).toHaveText(facts.replace('·', '· in another tab ·'));

    await filterPage.page.close();
    await expect(panel.pageLine).toHaveText('Page closed');
    await openFilterPage(other, playground.url, playground.apiKey);
    await button('Try again').click();
    await expect(panel.pageLine).toContainText('Model filter');
    await expect(panel.said('Hide them where?')).toBeVisible();
    await panel.message.fill('Only openai');
    await button('Send').click();
    await panel.answered('Only openai, then.');
  },
);
