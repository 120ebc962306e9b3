import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { restartBrowser } from './interruptions';
import { COUNT } from './made-calls';

describe('a chat without a connection or model', () => {
  it('accepts the message, and the run waits until one is chosen', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    h.choice.model = null;
    const { state } = await h.send('Hi');
    expect(state).toBe('waiting-for-endpoint');
    expect(await h.roles()).toEqual(['user']);
    expect(h.requests).toEqual([]);
    expect(h.loop.isBusy()).toBe(false);
    expect((await h.control('noteSettings')).state).toBe('waiting-for-endpoint');

    h.choice.model = 'm2';
    expect((await h.control('noteSettings')).state).toBe('completed');
    expect(h.requests[0]?.model).toBe('m2');
    expect(h.states()).toEqual(['waiting-for-endpoint', 'processing', 'completed']);
  });

  it('sends the page as it is when one is chosen', async () => {
    const h = await createLoopHarness([says('2 notes.')]);
    h.choice.model = null;
    const before = await h.send('How many?');
    h.notes.editByHand(['milk', 'tea']);
    h.choice.model = 'm';
    const { run, chat } = await h.control('noteSettings');
    expect(run?.nonce).toBe(before.run?.nonce);
    expect(h.requests[0]?.messages.at(-1)?.content).toContain('notes: ["milk","tea"]');
    expect(chat.lastStateHash).toBe(h.notes.hash());
    expect((await h.deps.journal.knownPage(h.chatId))?.context).toMatchObject({ notes: ['milk', 'tea'] });
  });

  it.each(['connection-missing', 'model-missing'] as const)(
    'waits if the choice is lost during a run (%s)',
    async (code) => {
      const h = await createLoopHarness([calls(COUNT), says('1')]);
      const { endpointOf } = h.deps.endpoints;
      h.notes.hooks.afterExecute = async () => {
        h.deps.endpoints.endpointOf = async () => {
          throw new StewardError(code, 'Nothing is chosen.', { remedy: 'Choose one.' });
        };
      };
      const { run } = await h.send('Count');
      expect(run).toMatchObject({ status: { state: 'waiting-for-endpoint' }, error: null });
      expect(h.requests).toHaveLength(1);
      h.deps.endpoints.endpointOf = endpointOf;
      expect((await h.control('noteSettings')).state).toBe('completed');
      expect(h.requests[1]?.messages.slice(0, 2)).toEqual(h.requests[0]?.messages);
    },
  );

  it('is checked again by a restarted worker', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    h.choice.model = null;
    await h.send('Hi');
    h.choice.model = 'm';
    expect((await restartBrowser(h)).run).toMatchObject({ resumes: 0, status: { outcome: 'completed' } });
  });
});

it.each(['before the first message', 'when the run is over'])(
  'a notice of a choice has no effect %s',
  async (when) => {
    const h = await createLoopHarness([says('Hello.')]);
    if (when === 'when the run is over') await h.send('Hi');
    const before = await h.record();
    await h.loop.noteSettings(h.chatId);
    expect(await h.settled()).toEqual(before);
  },
);

it('any other connection error refuses a message, and ends a run', async () => {
  const h = await createLoopHarness([calls(COUNT)]);
  const { endpointOf } = h.deps.endpoints;
  const lose = async () => {
    h.deps.endpoints.endpointOf = async () => {
      throw new StewardError('storage', 'The key can’t be read.', { remedy: 'Try again.' });
    };
  };
  await lose();
  await expect(h.write('Hi')).rejects.toMatchObject({ code: 'storage' });
  expect((await h.record()).messages).toEqual([]);
  h.deps.endpoints.endpointOf = endpointOf;
  h.notes.hooks.afterExecute = lose;
  expect((await h.send('Count')).run?.error?.code).toBe('storage');
});
