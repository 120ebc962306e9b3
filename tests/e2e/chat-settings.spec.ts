import { openChatSettings } from '@/tests/drive/menu';
import { type ChatAnswer, calls, inTurn, respondsWith, says } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import type { OpenPanel } from './fixtures';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@chats';

/** Refuses requests with cache marks. */
const withoutMarks =
  (content: string): ChatAnswer =>
  (reply, request) =>
    (request.body.includes('cache_control')
      ? respondsWith(400, 'application/json', '{"error":{"message":"messages.0.content: expected a string"}}')
      : says(content))(reply, request);

/** The sheet of the chat's settings. */
function settingsOf({ page }: OpenPanel) {
  const sheet = page.getByRole('dialog', { name: 'This chat', exact: true });
  const requests = page.getByRole('dialog', { name: 'Last requests' });
  return {
    sheet,
    requests,
    open: () => openChatSettings(page, 'Expert'),
    async close() {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  };
}

test(
  'tool memory leaves calls of earlier turns out of the next request, and the inspector says so',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    endpoint.behave(
      inTurn(calls('list_ignore_rules', '{}'), says('There are some rules.'), says('You are welcome.')),
    );
    const settings = settingsOf(panel);

    await settings.open();
    await settings.sheet.getByRole('checkbox', { name: 'Forget old tool calls' }).check();
    await settings.sheet.getByRole('combobox', { name: 'Turns to remember' }).selectOption('0');
    await expect(settings.sheet.getByText('forget immediately')).toBeVisible();
    await attachLooks(panel.page, testInfo, 'chat-settings', [360, 250]);
    await settings.close();

    await panel.converse('Which rules are there?', 'There are some rules.');
    await panel.converse('Thanks', 'You are welcome.');

    const roles = endpoint
      .chats()
      .at(-1)
      ?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user']);
    await expect(panel.conversation).toContainText('There are some rules.');

    await settings.open();
    await settings.sheet.getByRole('button', { name: 'Show last requests' }).click();
    await expect(
      settings.requests.getByText('1 call that tool memory forgot: list_ignore_rules').first(),
    ).toBeVisible();
    await settings.requests.getByText('Contents').first().click();
    await settings.requests.getByText('1 · system').click();
    await attachLooks(panel.page, testInfo, 'last-requests', [360, 250]);
    await settings.requests.getByRole('button', { name: 'Back' }).click();
    await expect(settings.sheet.getByRole('combobox', { name: 'Turns to remember' })).toHaveValue('0');
  },
);

test(
  'an endpoint that refuses cache marks still answers, and the refusal is shown beside the choice',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const settings = settingsOf(panel);
    const sent = endpoint.chats().length;
    const marked = () =>
      endpoint
        .chats()
        .slice(sent)
        .map(({ body }) => JSON.stringify(body).includes('cache_control'));
    endpoint.behave(withoutMarks('Hello.'));

    await settings.open();
    await settings.sheet.getByRole('combobox', { name: 'Prompt caching' }).selectOption('cached');
    await settings.close();
    await panel.converse('Hello', 'Hello.');
    endpoint.behave(withoutMarks('Hello again.'));
    await panel.converse('And again', 'Hello again.');
    expect(marked()).toEqual([true, false, false]);
    await expect(panel.alert).toHaveCount(0);

    await settings.open();
    await expect(settings.sheet.getByRole('status')).toContainText('The endpoint refuses prompt caching');
    await expect(settings.sheet.getByRole('status')).toContainText('expected a string');
    await attachLooks(panel.page, testInfo, 'refused-marks', [360, 250]);
    await settings.sheet.getByRole('button', { name: 'Try caching again' }).click();
    await expect(settings.sheet.getByRole('status')).toHaveCount(0);
    await settings.close();
    endpoint.behave(withoutMarks('As you like.'));
    await panel.converse('Once more', 'As you like.');
    expect(marked().slice(3)).toEqual([true, false]);
  },
);
