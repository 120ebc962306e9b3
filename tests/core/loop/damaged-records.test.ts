import { describe, expect, it } from 'vitest';
import { buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import { admit } from '@/src/core/loop/accept-input';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { transition } from '@/src/core/records/transition';
import { ABLE, chatToSend } from '../../fakes/chat-to-send';
import {
  calls,
  createLoopHarness,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { COUNT } from './made-calls';

const reading = {
  context: {},
  stateHash: 'h',
  source: { page: 'tab:1', document: 'd', order: 1, askedAtMs: 1 },
};

it.each<[string, (loop: AgentLoop) => Promise<unknown>]>([
  ['sendUserMessage', (loop) => loop.sendUserMessage('gone', 'Hello')],
  ['takeBackMessage', (loop) => loop.takeBackMessage('gone', 1)],
  ['withdrawMessage', (loop) => loop.withdrawMessage('gone', 1)],
  ['addSystemMessage', (loop) => loop.addSystemMessage('gone', { scope: 'page', text: 'Loaded.' })],
  ['stopGracefully', (loop) => loop.stopGracefully('gone')],
  ['stop', (loop) => loop.stop('gone')],
  ['pause', (loop) => loop.pause('gone')],
  ['resume', (loop) => loop.resume('gone')],
  ['requestStatus', (loop) => loop.requestStatus('gone', { state: 'done' })],
  ['queueStatus', (loop) => loop.queueStatus('gone', null, { state: 'done' })],
  ['retry', (loop) => loop.retry('gone')],
  ['continueRun', (loop) => loop.continueRun('gone')],
  ['notePage', (loop) => loop.notePage('gone', { kind: 'changed', reading })],
  ['noteSettings', (loop) => loop.noteSettings('gone')],
  ['recover', (loop) => loop.recover('gone', false)],
])('%s is refused as not-found for a chat that does not exist', async (_control, use) => {
  const h = await createLoopHarness([says('never heard')]);
  await expect(use(h.loop)).rejects.toMatchObject({
    code: 'not-found',
    message: 'This chat is no longer there.',
  });
  expect(h.requests).toEqual([]);
  await expect.poll(() => h.loop.isBusy()).toBe(false);
});

it('a chat whose run is missing is an error, not a chat without a run', async () => {
  const { h } = await userSends('Hello', [says('Hello.'), says('never heard')]);
  await h.db.runs.clear();
  await expect(h.write('And now?')).rejects.toMatchObject({
    code: 'storage',
    message: 'The record of this chat’s last run is missing.',
  });
  expect(await h.db.messages.count()).toBe(2);
  expect(await h.db.runs.count()).toBe(0);
});

const WORK: [string, (loop: AgentLoop, chatId: string) => Promise<unknown>][] = [
  ['a message', (loop, chatId) => loop.sendUserMessage(chatId, 'More')],
  ['an event', (loop, chatId) => loop.addSystemMessage(chatId, { scope: 'page', text: 'It changed.' })],
  [
    'a proposed call',
    (loop, chatId) => loop.proposeCalls(chatId, 'Publish', [{ name: 'publish', args: {} }]),
  ],
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

/** A value that another version of Steward might have stored. */
const unknown = { state: 'dreaming', type: 'dreamt', role: 'dreamer', position: 0, discardedBy: null };

it.each<[string, () => unknown]>([
  ['a status', () => admit(unknown as never, { kind: 'user' })],
  ['an event of a status', () => transition({ state: 'processing' }, unknown as never)],
  [
    'an entry of the record',
    () =>
      buildMessagesForApi(
        chatToSend({
          systemPrompt: '',
          messages: [unknown as never],
          run: unknown as never,
          tools: [],
          settings: {},
        }),
        ABLE,
        false,
      ),
  ],
])('%s that nobody knows is refused rather than guessed at', (_what, look) => {
  expect(look).toThrow(`Unexpected value: ${JSON.stringify(unknown)}`);
});

/** The row of the chat's message with this role loses all but its keys; the worker reads it again. */
async function damage(h: LoopHarness, role: string): Promise<void> {
  const row = (await h.db.messages.toArray()).find((message) => message.role === role);
  if (row === undefined) throw new Error(`There is no message of ${role}.`);
  const { id, chatId, position } = row;
  await h.db.messages.put({ id, chatId, position } as typeof row);
}

const DAMAGED = {
  code: 'storage',
  message: 'A message of this chat can’t be read: its row in Steward’s database is damaged.',
};

describe('a chat with a damaged row', () => {
  it.each([
    ['user', says('Done.')],
    ['assistant', says('Done.')],
  ])('ends its run with an error that says so, if the row is one of %s', async (role, last) => {
    const held = heldBack([], last);
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), held.turn]);
    await h.write('Go');
    await held.reached;
    await damage(h, role);
    held.release();
    await expect.poll(() => h.loop.isBusy()).toBe(false);
    const [run] = await h.db.runs.toArray();
    expect(run).toMatchObject({ status: { outcome: 'error' }, error: DAMAGED });
    await expect(h.loop.retry(h.chatId)).rejects.toMatchObject(DAMAGED);
    await expect(h.write('Again')).rejects.toMatchObject(DAMAGED);
  });

  it('ends its run after a restart of the worker, and when the user stops it', async () => {
    const { h } = await duringRequest(says('Never.'));
    await damage(h, 'user');
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject(DAMAGED);
    expect((await h.db.runs.toArray()).map(({ status }) => status)).toMatchObject([{ outcome: 'error' }]);
    const [run] = await h.db.runs.toArray();
    if (run === undefined) throw new Error('There is no run.');
    await h.db.runs.put({ ...run, status: { state: 'processing' } });
    await expect(h.restart().recover(h.chatId, false)).rejects.toMatchObject(DAMAGED);
    expect((await h.db.runs.toArray()).map(({ status }) => status)).toMatchObject([{ outcome: 'error' }]);
  });
});

it('a stored result without its call is an error in the log, once for each run', async () => {
  const h = await createLoopHarness([calls(COUNT), says('One.'), calls(COUNT), says('Still one.')]);
  const result = {
    id: 'stray',
    chatId: h.chatId,
    runId: null,
    position: 0,
    createdAtMs: 0,
    discardedBy: null,
    role: 'tool',
    executionId: 'lost',
    modelCallId: 'call_9',
    name: 'count_notes',
    result: { success: true, message: '1 note.' },
    durationMs: 1,
    pageUpdate: null,
  } as const;
  await h.db.messages.add(result);
  for (const text of ['Count', 'Again']) await h.send(text);
  expect(h.logged.filter(({ level }) => level === 'error')).toMatchObject([
    { topic: 'history.stray_results', runId: expect.any(String), data: { count: 1 } },
    { topic: 'history.stray_results', runId: expect.any(String), data: { count: 1 } },
  ]);
});
