import { says } from '../fakes/chat-answers';
import { expect, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@panel';

test(
  'what is typed and sent by Enter while the panel opens is sent once, to the chat that it shows',
  inBothBrowsers({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page, message } = panel;
    endpoint.behave(says('Two of them.'));
    await page.reload({ waitUntil: 'commit' });
    await message.waitFor();

    // The field has the focus since the first paint.
    await page.keyboard.type('Which rules are there?');
    await page.keyboard.press('Enter');

    await panel.answered('Two of them.');
    await expect(panel.said('Which rules are there?')).toHaveCount(1);
    await expect(message).toHaveValue('');
    const sent = endpoint.chats().map(({ body }) => JSON.stringify(body));
    expect(sent.filter((body) => body.includes('Which rules are there?'))).toHaveLength(1);
  },
);

test(
  'a click on Send while the panel opens sends the message once the chat is there',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page, message } = panel;
    endpoint.behave(says('Two of them.'));
    await page.reload({ waitUntil: 'commit' });

    await message.fill('Which rules are there?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    await panel.answered('Two of them.');
    await expect(panel.said('Which rules are there?')).toHaveCount(1);
  },
);
