import { chooseFromMenu } from '@/tests/drive/menu';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { policySheet } from './policy-sheet';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

test(
  'a chat that starts read-only looks and answers, is refused every change, and one click allows them again',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint, filterPage }) => {
    const policy = policySheet(panel.page);
    const rules = async () => (await filterPage.readState()).drafts.openai?.ignore;
    await chooseFromMenu(panel.page, 'New chat');
    await panel.page.getByRole('button', { name: 'Start read-only' }).click();
    await expect(panel.conversation.getByText('this chat changes nothing')).toBeVisible();
    await expect(policy.chip).toHaveText('Read only');

    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('I may not.')));
    await panel.converse('Hide the audio models', 'I may not.');
    await expect(panel.toolCards('add_ignore_rule')).toContainText('This chat is read-only');
    expect(await rules()).toEqual(['*mini*']);
    expect(JSON.stringify(endpoint.chats().at(-1))).toContain(
      'This chat is read-only: you may look at everything',
    );

    await policy.open();
    await policy.choose('Ask if risky');
    await policy.close();
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('Audio is hidden.')));
    await panel.ask('Now you may');
    await expect(panel.said('Audio is hidden.')).toBeVisible();
    expect(await rules()).toEqual(['*mini*', '*audio*']);
  },
);
