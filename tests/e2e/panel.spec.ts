import { fallsSilentAfter, says } from '@/tests/fakes/chat-answers';
import { expect, test } from './strict-test';

test('Stop during a streaming answer closes the connection and keeps the text received so far', {
  tag: '@panel',
}, async ({ startedChat: { panel }, endpoint }) => {
  endpoint.behave(fallsSilentAfter('Once upon a time'));
  await panel.ask('Tell me a story');
  await expect(panel.conversation).toContainText('Once upon a time');
  const sent = endpoint.chats().length;
  await panel.stop();
  await endpoint.chats().at(-1)?.closed;
  await panel.finished();
  expect(endpoint.chats()).toHaveLength(sent);
  await expect(panel.conversation).toContainText('Once upon a time');

  endpoint.behave(says('Yes, I am.'));
  await panel.converse('Are you there still?', 'Yes, I am.');
});
