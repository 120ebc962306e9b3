import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { calls, createLoopHarness, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { failing } from './interruptions';
import { note } from './page-notice';

const WAIT: [string, unknown] = ['wait', { reason: 'The page is slow.', for: 'page-change', seconds: 60 }];
const PAUSE: [string, unknown] = ['wait', { reason: 'A minute.', for: 'time', seconds: 60 }];

async function waiting(call = WAIT): Promise<LoopHarness> {
  const { h } = await userSends('Wait', [calls(call), says('On we go.')]);
  return h;
}

/** Expects that the run continued, and that the page change was reported to the model. */
async function expectWoken(h: LoopHarness): Promise<void> {
  expect((await h.settled()).state).toBe('completed');
  const [result, event] = h.requests[1]?.messages.slice(-2) ?? [];
  expect(result?.content).toContain('note_added {"note":"tea","by":"the user"}');
  expect(event).toEqual({ role: 'user', content: '[event from page] The page changed.' });
  expect(h.time.isWaited()).toBe(false);
}

async function expectStillWaiting(h: LoopHarness): Promise<void> {
  expect((await h.settled()).state).toBe('waiting-for-agent-coordination');
  expect(h.time.isWaited()).toBe(true);
  expect(h.requests).toHaveLength(1);
}

describe('a wait for a page change', () => {
  it('ends at Resume when the page changed while the run was paused', async () => {
    const h = await waiting();
    await h.loop.pause(h.chatId);
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    await h.loop.resume(h.chatId);
    await expectWoken(h);
  });

  it('continues at Resume when the page is unchanged', async () => {
    const h = await waiting();
    await h.loop.pause(h.chatId);
    await h.loop.resume(h.chatId);
    await expectStillWaiting(h);
  });

  it('ends when the page was reloaded into another state', async () => {
    const h = await waiting();
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'there');
    await expectWoken(h);
  });

  it('continues when the page was reloaded into the same state', async () => {
    const h = await waiting();
    await note(h, 'there');
    await expectStillWaiting(h);
  });

  it('ends after a restart of the worker when the page changed meanwhile', async () => {
    const h = await waiting();
    h.notes.editByHand(['milk', 'tea']);
    await h.restart().recover(h.chatId, false);
    await expectWoken(h);
  });

  it('continues after a restart of the worker when the page is unchanged', async () => {
    const h = await waiting();
    await h.restart().recover(h.chatId, false);
    await expectStillWaiting(h);
  });

  it('ends when the page changed between the start of the wait and its timer', async () => {
    const h = await createLoopHarness([calls(WAIT), says('On we go.')]);
    const { storeResult } = h.deps.journal;
    h.deps.journal.storeResult = async (entry) => {
      h.notes.editByHand(['milk', 'tea']);
      void note(h, 'changed');
      await storeResult(entry);
    };
    await h.send('Wait');
    await expectWoken(h);
  });

  it('ends when its timer is set again after a control that failed', async () => {
    const h = await waiting();
    h.notes.editByHand(['milk', 'tea']);
    failing(h, 'updateRun', 1);
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject({ code: 'storage' });
    await expectWoken(h);
  });

  it('continues without a log entry while the page is closed, and ends when it is back in another state', async () => {
    const h = await waiting();
    h.notes.close();
    await h.restart().recover(h.chatId, false);
    await expectStillWaiting(h);
    expect(h.logged.filter(({ level }) => level === 'warning')).toEqual([]);
    h.notes.reopen();
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'there');
    await expectWoken(h);
  });

  it.each<ErrorCode>(['timeout', 'page-protocol'])(
    'continues and logs a warning when the page can’t be read (%s), and ends at its time limit',
    async (code) => {
      const h = await waiting();
      const { readContext } = h.deps.page;
      h.deps.page.readContext = async () => {
        throw new StewardError(code, 'The page can’t be read.', { remedy: 'Reload it.' });
      };
      await h.restart().recover(h.chatId, false);
      await expectStillWaiting(h);
      expect(h.logged.filter(({ level }) => level === 'warning')).toMatchObject([
        { topic: 'page.read', chatId: h.chatId, data: { code } },
      ]);
      h.deps.page.readContext = readContext;
      expect((await h.pass(60_000)).state).toBe('completed');
    },
  );
});

describe('a wait', () => {
  it.each([
    ['page-change', WAIT, 'page'],
    ['page-change', WAIT, 'shop'],
    ['time', PAUSE, 'page'],
    ['time', PAUSE, 'shop'],
  ])('(%s) ends with an event of any sender (%j: %s)', async (_for, call, scope) => {
    const h = await waiting(call);
    await expect(h.receive(scope, 'Done.')).resolves.toMatchObject({
      kind: 'run',
    });
    expect((await h.settled()).state).toBe('completed');
    expect(h.requests[1]?.messages.at(-1)?.content).toBe(`[event from ${scope}] Done.`);
  });

  it('for a time continues at Resume, whatever the page’s state', async () => {
    const h = await waiting(PAUSE);
    await h.loop.pause(h.chatId);
    h.notes.editByHand(['milk', 'tea']);
    await h.loop.resume(h.chatId);
    await expectStillWaiting(h);
  });
});
