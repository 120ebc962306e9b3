import { chooseFromMenu, openChatSettings } from '@/tests/drive/menu';
import { type ChatAnswer, calls, says } from '@/tests/fakes/chat-answers';
import { createApprovalView } from './approval-view';
import { readTable } from './read-table';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const OTHER = 'Are you there?';
const TEXT = 'How many models are hidden on your page?';

/** One model for both chats: the first sends a message to the other, which answers it. */
const answersByPart: ChatAnswer = (reply, request) => {
  const isAnswered = request.body.includes('The answer of that chat’s assistant');
  const isAsked = request.body.includes('A message from that chat’s assistant');
  const sends = calls('send_message', JSON.stringify({ chat: OTHER, message: TEXT, wait: true }));
  const answer = isAnswered ? says('The other chat counts forty.') : isAsked ? says('Forty models.') : sends;
  return answer(reply, request);
};

test(
  'a chat asks another one, after the user’s approval, and gets its answer',
  thorough({ tag: '@chats' }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page } = panel;
    await chooseFromMenu(page, 'New chat');
    await expect(panel.said('Here I am.')).toHaveCount(0);
    const settings = await openChatSettings(page, 'Instructions');
    const isAllowed = settings.getByRole('checkbox', { name: /^Allow messages to other chats/ });
    await expect(isAllowed).not.toBeChecked();
    await isAllowed.click();
    await expect(isAllowed).toBeChecked();
    await settings.getByRole('button', { name: 'Close' }).click();

    endpoint.behave(answersByPart);
    await panel.ask('Ask the other chat.');
    const approval = createApprovalView(panel);
    await expect(approval.card.getByRole('heading', { level: 2 })).toHaveText(
      `Sends this message to the chat “${OTHER}” and waits up to five minutes for its answer.`,
    );
    await expect(approval.card.getByRole('blockquote')).toHaveText(TEXT);
    await expect(approval.card).not.toContainText('Don’t ask again');
    const before = await readTable(page, 'messages');
    expect(before.filter(({ content }) => content === TEXT)).toEqual([]);

    await approval.approve();
    await panel.answered('The other chat counts forty.');
    await expect(panel.conversation).toContainText(`Answer from the chat “${OTHER}” · Forty models.`);

    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    const chats = page.getByRole('dialog', { name: 'Chats' });
    await chats.locator('.chat-row', { hasText: OTHER }).click();
    await expect(chats).toBeHidden();
    await expect(panel.said('Forty models.')).toBeVisible();
    await expect(panel.conversation).toContainText(`From the chat “Ask the other chat.” · ${TEXT}`);
    const messages = await readTable(page, 'messages');
    expect(messages.filter(({ role, content }) => role === 'system' && content === TEXT)).toHaveLength(1);
  },
);
