import { createPanel } from '@/tests/drive/panel';
import { breaksOffAfter, inTurn, respondsWith, says } from '@/tests/fakes/chat-answers';
import { behave } from '@/tests/fakes/faulty-page';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { expect, listenTo, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@errors';

/** The maximum length of a message in characters. */
const MAX_LENGTH = 100_000;

test(
  'a blank message can’t be sent; one that is too long is kept with its length shown, and can be sent once it is shortened',
  thorough({ tag }),
  async ({ startedChat, endpoint }) => {
    const { panel } = startedChat;
    const send = panel.page.getByRole('button', { name: 'Send' });
    await panel.message.fill(' \n\t ');
    await expect(send).toBeDisabled();
    await panel.message.press('Control+Enter');
    await expect(panel.message).toHaveValue(' \n\t ');
    const tooLong = `Explain this: ${'a model '.repeat(13_000)}`;
    await panel.message.fill(tooLong);
    const excess = (tooLong.trim().length - MAX_LENGTH).toLocaleString('en-US');
    await expect(panel.alert).toContainText('This message is too long to be sent.');
    await expect(panel.page.getByText(`leave out ${excess} characters`)).toBeVisible();
    await expect(send).toBeDisabled();
    await panel.message.press('Control+Enter');
    await expect(panel.message).toHaveValue(tooLong);
    expect(endpoint.chats()).toHaveLength(1);

    await panel.message.fill(tooLong.slice(0, MAX_LENGTH));
    await expect(panel.alert).toHaveCount(0);
    await send.click();
    await expect(panel.said('Here I am.')).toHaveCount(2);
    await expect(panel.message).toHaveValue('');
    const sent = endpoint
      .chats()
      .at(-1)
      ?.body.messages.findLast(({ role }) => role === 'user')?.content;
    expect(sent).toContain(tooLong.slice(0, MAX_LENGTH).trim());
  },
);

test(
  'the error of a failed run has a title, Dismiss leaves a line that shows it again, and so does the next message; the key’s error opens its field',
  thorough({ tag }),
  async ({ startedChat, endpoint }, testInfo) => {
    const { panel } = startedChat;
    endpoint.behave(respondsWith(401, 'application/json', '{"error":{"message":"expired"}}'));
    await panel.ask('Hide the audio models');
    await expect(panel.alert).toContainText('Key not accepted');
    await attachLooks(panel.page, testInfo, 'failed-run', [280]);
    await panel.alert.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(panel.alert).toHaveCount(0);
    const show = panel.conversation.getByRole('button', { name: 'Show error' });
    await expect(show).toBeFocused();
    await show.press('Enter');
    await panel.alert.getByRole('button', { name: 'Edit key' }).click();
    await expect(panel.page.getByLabel('Key', { exact: true })).toBeFocused();
    await panel.page.keyboard.press('Escape');
    endpoint.behave(says('Hello.'));
    await panel.converse('Hello', 'Hello.');
    await expect(panel.alert).toHaveCount(0);
    await expect(panel.said('Not answered: Key not accepted.')).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'failed-run-line');
    await panel.page.reload();
    await expect(panel.said('Not answered: Key not accepted.')).toBeVisible();
  },
);

test(
  'an answer that breaks off stays, also after a reload; Continue from here goes on, Retry replaces it',
  {
    tag,
  },
  async ({ startedChat, endpoint }, testInfo) => {
    const { panel } = startedChat;
    const half = panel.said('The rules are');
    const mark = panel.conversation.getByText('Broke off here');
    endpoint.behave(breaksOffAfter('The rules are'));
    await panel.ask('Which rules are there?');
    await expect(panel.alert).toContainText('broke off');
    await expect(mark).toBeVisible();
    await panel.page.reload();
    await expect(half).toBeVisible();
    await expect(mark).toBeVisible();
    await expect(panel.alert.getByRole('button')).toHaveText(['', 'Continue from here', 'Retry']);
    for (const width of [280, 360]) {
      await panel.page.setViewportSize({ width, height: 640 });
      await attachScreenshot(panel.page, testInfo, `broken-off-${width}`);
    }

    endpoint.behave(says('The mini models alone.'));
    await panel.alert.getByRole('button', { name: 'Continue from here' }).click();
    await panel.answered('The mini models alone.');
    await expect(mark).toHaveCount(0);
    await expect(half).toBeVisible();
    const continued = endpoint.chats().at(-1)?.body.messages.slice(-2) ?? [];
    expect(continued[0]).toMatchObject({ role: 'assistant', content: 'The rules are' });
    expect(continued[1]?.content).toContain('Go on exactly where it stopped');

    endpoint.behave(breaksOffAfter('Openai has'));
    await panel.ask('And the providers?');
    await expect(mark).toBeVisible();
    endpoint.behave(says('One provider.'));
    await panel.retry();
    await panel.answered('One provider.');
    await expect(panel.said('Openai has')).toHaveCount(0);
    await expect(mark).toHaveCount(0);
    expect(JSON.stringify(endpoint.chats().at(-1)?.body)).not.toContain('Openai has');
  },
);

test(
  'two panels that send at once are served one after the other',
  thorough({ tag }),
  async ({ steward, faultyPage, endpoint, consoleErrors }) => {
    const { page, panel: first } = faultyPage;
    const tab = await steward.context.newPage();
    await listenTo(tab, consoleErrors);
    // A panel that opens in a tab behind the page shows the chat of the page in front.
    await page.bringToFront();
    await tab.goto(steward.extensionUrl('sidepanel.html'));
    const second = createPanel(tab);
    await expect(second.pageLine).toContainText('openai · 3 models');
    await expect(second.said('Here I am.')).toBeVisible();

    // A slow page leaves time to send both before either run has begun.
    await behave(page, 'slow');
    endpoint.behave(inTurn(says('To the one.'), says('To the other.')));
    await first.message.fill('Question from the left');
    await second.message.fill('Question from the right');
    // Dispatched directly: a click in a hidden tab is so slow that it would hit the other run's Stop.
    await Promise.all(
      [first, second].map((panel) => panel.page.getByRole('button', { name: 'Send' }).dispatchEvent('click')),
    );
    for (const panel of [first, second]) {
      await panel.answered('To the other.');
      await expect(panel.alert).toHaveCount(0);
      await expect(panel.message).toHaveValue('');
    }

    // One after the other, each with its own answer, after the message that was answered before.
    const { messages } = endpoint.chats()[2]?.body ?? { messages: [] };
    expect(endpoint.chats()).toHaveLength(3);
    const [winner, loser] = messages
      .filter(({ role }) => role === 'user')
      .slice(1)
      .map(({ content }) => /Question from the (left|right)/.exec(content ?? '')?.[0]);
    expect([winner, loser].toSorted()).toEqual(['Question from the left', 'Question from the right']);
    const inOrder = new RegExp(`${winner}.*To the one\\..*${loser}.*To the other\\.`, 's');
    for (const panel of [first, second]) await expect(panel.conversation).toHaveText(inOrder);
    await tab.close();
  },
);
