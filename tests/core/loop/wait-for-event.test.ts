import { describe, expect, it } from 'vitest';
import type { SystemInputStatus } from '@/src/schema/run-status';
import { calls, createLoopHarness, type LoopHarness, says } from '../../fakes/loop-harness';
import { restartWorker } from './interruptions';
import { add } from './made-calls';
import { note } from './page-notice';

type Wait = Pick<SystemInputStatus, 'requiredScope' | 'interruptibleByUser'>;
const FOR_PAGE: Wait = { requiredScope: 'page', interruptibleByUser: false };
const SYSTEM = 'waiting-for-system-input' as const;
const ADD = add('tea');

/** A chat in which the model adds a note, and the run then waits instead of sending its next request. */
async function chatWith(wait: Wait): Promise<LoopHarness> {
  const h = await createLoopHarness([calls(ADD), says('Synced.')]);
  h.notes.hooks.afterExecute = () => h.queueStatus({ state: SYSTEM, outcome: null, ...wait });
  return h;
}

async function changePage(h: LoopHarness) {
  h.notes.editByHand(['milk', 'tea', 'eggs']);
  return note(h, 'changed');
}

describe('a run with a queued wait for a page change', () => {
  it('waits after the results of all calls, until the page changes; its own change, a message and another sender’s event don’t count', async () => {
    const h = await chatWith(FOR_PAGE);
    const { run } = await h.send('Sync');
    expect(run?.status).toEqual({ state: SYSTEM, outcome: null, ...FOR_PAGE });
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool']);
    expect((await note(h, 'changed')).run?.status.state).toBe(SYSTEM);
    const foreign = { scope: 'chat:other', text: 'Hello.' };
    expect(await h.loop.addSystemMessage(h.chatId, foreign)).toEqual({ kind: 'queued' });
    expect(await h.write('And?')).toEqual({ kind: 'queued' });
    expect((await h.settled()).run?.status.state).toBe(SYSTEM);
    const after = await changePage(h);
    expect(after.run).toMatchObject({ id: run?.id, status: { outcome: 'completed' } });
    expect(after.conversation.slice(3).map((entry) => ('content' in entry ? entry.content : ''))).toEqual([
      'Hello.',
      'The page changed.',
      'And?',
      'Synced.',
    ]);
    expect(JSON.stringify(h.requests[1]?.messages)).toContain('eggs');
  });

  it.each<[string, Wait, (h: LoopHarness) => Promise<unknown>]>([
    ['the user’s message', { ...FOR_PAGE, interruptibleByUser: true }, (h) => h.send('Go on')],
    [
      'an event of another sender, if the wait is for that sender',
      { requiredScope: 'chat:other', interruptibleByUser: false },
      (h) => h.receive('chat:other', 'Go on.'),
    ],
    ['a change of the page, if the wait is for any event', { ...FOR_PAGE, requiredScope: null }, changePage],
    [
      'a change of the page that happened while no worker was running',
      FOR_PAGE,
      async (h) => {
        h.notes.editByHand(['eggs']);
        await restartWorker(h);
      },
    ],
  ])('continues after %s', async (_, wait, end) => {
    const h = await chatWith(wait);
    expect((await h.send('Sync')).run?.status.state).toBe(SYSTEM);
    await end(h);
    expect((await h.settled()).state).toBe('completed');
    expect(h.requests).toHaveLength(2);
  });

  it('continues after a change that the user made during the response', async () => {
    const h = await chatWith(FOR_PAGE);
    const { afterExecute } = h.notes.hooks;
    h.notes.hooks.afterExecute = async (tool) => {
      await afterExecute?.(tool);
      h.notes.editByHand(['milk', 'tea', 'eggs']);
    };
    expect((await h.send('Sync')).state).toBe('completed');
  });

  it.each<[string, Wait, (h: LoopHarness) => Promise<unknown>]>([
    [
      'a change of the page, if the wait is for another sender',
      { ...FOR_PAGE, requiredScope: 'chat:other' },
      changePage,
    ],
    ['a notice of a page that did not change', FOR_PAGE, (h) => note(h, 'there')],
    [
      'a page that can’t be read after a restart',
      FOR_PAGE,
      async (h) => {
        h.notes.close();
        await restartWorker(h);
      },
    ],
  ])('still waits after %s, until Stop ends it', async (_, wait, act) => {
    const h = await chatWith(wait);
    await h.send('Sync');
    await act(h);
    expect((await h.settled()).run?.status.state).toBe(SYSTEM);
    expect((await h.control('stop')).state).toBe('stopped');
    expect(h.requests).toHaveLength(1);
  });
});
