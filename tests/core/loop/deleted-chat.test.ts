import { expect, it } from 'vitest';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { says, userSends } from '../../fakes/loop-harness';

const WORK: [string, (loop: AgentLoop, chatId: string) => Promise<unknown>][] = [
  ['a message', (loop, chatId) => loop.sendUserMessage(chatId, 'More')],
  ['an event', (loop, chatId) => loop.addSystemMessage(chatId, { scope: 'page', text: 'It changed.' })],
  ['a proposed call', (loop, chatId) => loop.proposeCall(chatId, 'Publish', 'publish')],
  ['Retry', (loop, chatId) => loop.retry(chatId)],
  ['Continue from here', (loop, chatId) => loop.continueAnswer(chatId)],
  ['Continue', (loop, chatId) => loop.continueRun(chatId)],
  ['a change of the page', (loop, chatId) => loop.whileIdle(chatId, async () => undefined)],
];

it.each(WORK)('%s is refused in a chat that was deleted, and nothing begins', async (_, begin) => {
  const { h } = await userSends('Hi', [says('Hello.')]);
  await h.db.chats.update(h.chatId, { deletedAtMs: 5 });
  const before = await h.db.messages.toArray();
  await expect(begin(h.loop, h.chatId)).rejects.toMatchObject({
    code: 'not-found',
    message: 'This chat is no longer there.',
  });
  expect(await h.db.messages.toArray()).toEqual(before);
  expect(h.loop.isBusy()).toBe(false);
  expect(h.requests).toHaveLength(1);
});
