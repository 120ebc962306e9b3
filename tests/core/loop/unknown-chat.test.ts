import { expect, it } from 'vitest';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { createLoopHarness, says, userSends } from '../../fakes/loop-harness';

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
