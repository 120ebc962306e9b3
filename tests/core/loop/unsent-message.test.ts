import { expect, it } from 'vitest';
import {
  calls,
  createLoopHarness,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { add } from './made-calls';
import { REPLACE, reviseAt, rollBackTo } from './revise';

const UNSENT = 'Not to be sent';

/** A chat whose first run wrote twice, and whose second was stopped with a message in the queue. */
async function stoppedWithUnsent(): Promise<LoopHarness> {
  const held = heldBack([{ type: 'content', text: 'Wait' }], says('.'));
  const { h } = await userSends('Add eggs, then flour', [
    calls(add('eggs')),
    calls(add('flour')),
    says('Both.'),
    held.turn,
    says('Next answer.'),
    says('Another answer.'),
  ]);
  await h.write('And now?');
  await held.reached;
  await h.write(UNSENT);
  expect((await h.control('stop')).chat.pendingMessage?.text).toBe(UNSENT);
  return h;
}

it.each<[string, (h: LoopHarness) => Promise<unknown>]>([
  ['a new message', (h) => h.send('Something else')],
  ['an edited message', async (h) => reviseAt(h, 'user', 1, 'And then?', 'keep')],
  ['an answer that is requested again', async (h) => reviseAt(h, 'assistant', 2, null, 'keep')],
  [
    'Continue after a rollback',
    async (h) => {
      await rollBackTo(h, (await h.checkpoints())[1], REPLACE);
      await h.loop.continueRun(h.chatId);
    },
  ],
  ['an event', (h) => h.receive('page', 'The import is over.')],
  ['a proposed call', (h) => h.loop.proposeCalls(h.chatId, 'Save it', [{ name: 'publish', args: {} }])],
])('a message that a stopped run left unsent is set aside by %s', async (_, start) => {
  const h = await stoppedWithUnsent();
  await start(h);
  const { chat, messages } = await h.settled();
  expect(chat.pendingMessage).toBeNull();
  expect(chat.setAside?.text).toBe(UNSENT);
  expect(messages.some((message) => 'content' in message && message.content.includes(UNSENT))).toBe(false);
  expect(JSON.stringify(h.requests)).not.toContain(UNSENT);
});

it('a queued message that a stopped run left unsent starts a new run when the user sends it', async () => {
  const h = await stoppedWithUnsent();
  const { chat, conversation } = await h.control('sendQueued');
  expect(conversation.at(-2)).toMatchObject({ role: 'user', content: UNSENT });
  expect([chat.pendingMessage, chat.setAside]).toEqual([null, undefined]);
  expect((await h.control('sendQueued')).conversation).toEqual(conversation);
});

it('a queued message is refused while Steward has no access to the page, and sent once it has access again', async () => {
  const held = heldBack([], says('One.'));
  const h = await createLoopHarness([held.turn, says('Two.')]);
  await h.write('First');
  await held.reached;
  await h.write('Second');
  h.notes.close();
  held.release();
  expect((await h.settled()).chat.pendingMessage?.text).toBe('Second');
  await expect(h.loop.sendQueued(h.chatId)).rejects.toMatchObject({ code: 'page-gone' });
  h.notes.reopen();
  const { chat, conversation } = await h.control('sendQueued');
  expect(conversation.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(chat.pendingMessage).toBeNull();
});
