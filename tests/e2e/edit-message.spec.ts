import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { CONCLUSION, expect, ignoreRules, test } from './approval-fixtures';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import type { OpenPanel } from './fixtures';
import { readTable } from './read-table';
import { thorough } from './thorough';

const CHATS = { tag: '@chats' };
const RULE = '*audio*';

function form({ page }: OpenPanel, name: 'Edit message' | 'Retry answer') {
  const group = page.getByRole('group', { name, exact: true });
  return {
    group,
    field: group.getByRole('textbox'),
    button: (label: string) => group.getByRole('button', { name: label }),
  };
}

test(
  'an edited message rolls the page back to before its answers, and undoing that restores both',
  thorough(CHATS),
  async ({ scenario, filterPage, endpoint }, testInfo) => {
    const { panel } = scenario;
    scenario.modelWill([['add_ignore_rule', { pattern: RULE }]]);
    await panel.converse('Hide audio', CONCLUSION);
    expect(await ignoreRules(filterPage)).toEqual([RULE]);

    // By keyboard alone.
    await panel.page.getByRole('button', { name: 'Edit message' }).focus();
    await panel.page.keyboard.press('Enter');
    const edit = form(panel, 'Edit message');
    await expect(edit.field).toBeFocused();
    await expect(edit.group.getByRole('radio', { name: 'Roll the page back to before them' })).toBeChecked();
    await expect(edit.group).toContainText(RULE);
    await attachLooks(panel.page, testInfo, 'edit', [360, 280]);
    await panel.page.keyboard.press('Escape');
    await expect(edit.group).toHaveCount(0);
    await expect(panel.page.getByRole('button', { name: 'Edit message' })).toBeFocused();

    await panel.page.keyboard.press('Enter');
    endpoint.behave(inTurn(says('Nothing is hidden.')));
    await edit.field.fill('What is hidden?');
    // What the edit does to the page has to be shown before it can be sent.
    await expect(edit.button('Send')).toBeEnabled();
    await panel.page.keyboard.press('Control+Enter');
    await panel.answered('Nothing is hidden.');
    await expect(panel.said('Hide audio')).toHaveCount(0);
    await expect.poll(() => ignoreRules(filterPage)).toEqual([]);
    await expect(panel.conversation).toContainText('Message edited');
    const [sent] = endpoint.chats().slice(-1);
    expect(JSON.stringify(sent?.body.messages)).not.toContain('Hide audio');

    await panel.conversation.getByText('Edited', { exact: true }).click();
    await expect(panel.said('Hide audio')).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'edited');

    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Before a message was edited');
    await panel.rollBack();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await expect.poll(() => ignoreRules(filterPage)).toEqual([RULE]);
  },
);

test(
  'a retried answer keeps the page if the user chooses that, and the model gets what is different',
  thorough(CHATS),
  async ({ scenario, filterPage, endpoint }, testInfo) => {
    const { panel } = scenario;
    const hide = calls('add_ignore_rule', JSON.stringify({ pattern: RULE }));
    endpoint.behave(inTurn(says('Hello.'), hide, says(CONCLUSION)));
    await panel.converse('Good morning', 'Hello.');
    await panel.converse('Hide audio', CONCLUSION);

    await panel.page.getByRole('button', { name: 'Retry answer' }).first().click();
    const retry = form(panel, 'Retry answer');
    await retry.group.getByRole('radio', { name: 'Keep the page as it is' }).check();
    await attachScreenshot(panel.page, testInfo, 'retry');
    endpoint.behave(inTurn(says('It is hidden already.')));
    await retry.button('Retry').click();
    await panel.answered('It is hidden already.');
    expect(await ignoreRules(filterPage)).toEqual([RULE]);
    expect(JSON.stringify(endpoint.chats().at(-1)?.body.messages)).toContain(RULE);

    // Nothing follows the last answer, so it is requested again at once.
    endpoint.behave(inTurn(says('Still hidden.')));
    await panel.page.getByRole('button', { name: 'Retry answer' }).last().click();
    await expect(panel.said('Still hidden.')).toBeVisible();
    await expect(panel.said('It is hidden already.')).toHaveCount(0);
    const rows = (await readTable(panel.page, 'messages')).filter(({ role }) => role === 'accounting');
    expect(rows.map(({ reason }) => reason)).toEqual(['Answer retried', 'Answer retried']);
  },
);
