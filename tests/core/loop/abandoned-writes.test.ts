import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, type LoopHarness, says, type Turn } from '../../fakes/loop-harness';
import { changesTold } from './dry-run-loop';
import { diesAt, failing, restartWorker } from './interruptions';
import { add } from './made-calls';

/** Sends a message to a chat, and waits until its run has ended. */
async function sendTo(h: LoopHarness, chatId: string, text: string): Promise<void> {
  await h.loop.sendUserMessage(chatId, text);
  await expect.poll(() => h.loop.isBusy()).toBe(false);
}

/** Notes that were added, and their makers, as a chat's last message reports them; the user isn't named. */
async function told(h: LoopHarness, chatId?: string) {
  return (await changesTold(h, chatId))?.map(({ note, by }) => [note, by]);
}

async function steps(h: LoopHarness) {
  const rows = await h.db.pageSteps.toArray();
  return rows.map(({ cause, changes }) => [cause.kind, changes.map(({ note }) => note)]);
}

async function observe({ deps, record }: LoopHarness): Promise<void> {
  const { chat } = await record();
  await deps.observer.observe(chat, await deps.page.readContext(chat, new AbortController().signal));
}

/** A run that fails because its page is closed when the write is sent, and stays closed for ten minutes. */
async function failedByLostPage(hasDryRuns: boolean, rest: Turn[]): Promise<LoopHarness> {
  const h = await createLoopHarness([calls(add('eggs')), ...rest], { hasDryRuns });
  h.notes.hooks.beforeExecute = async () => {
    h.notes.hooks.beforeExecute = null;
    h.notes.close();
    throw new StewardError('page-gone', 'The page was closed.', { remedy: 'Open it.' });
  };
  await h.send('Add eggs');
  expect((await h.pass(600_001)).state).toBe('error');
  h.notes.reopen();
  await h.addChat('other', 'Other');
  return h;
}

describe.each([
  ['with a dry run', true],
  ['without a dry run', false],
])('a write %s that nobody waits for any more', (_how, hasDryRuns) => {
  it('claims no change by the user, in what another chat receives', async () => {
    const h = await failedByLostPage(hasDryRuns, [says('1'), says('2'), says('3')]);
    h.notes.reload(['milk']);
    await sendTo(h, 'other', 'Hi');
    h.notes.editByHand(['milk', 'tea']);
    await sendTo(h, 'other', 'And now?');
    expect(await told(h, 'other')).toEqual([['tea', undefined]]);
    h.notes.editByHand(['milk', 'tea', 'eggs']);
    await sendTo(h, 'other', 'And now?');
    expect(await told(h, 'other')).toEqual([['eggs', undefined]]);
  });

  it.each([true, false])(
    'hides no change by the user from its own chat (observed before: %s)',
    async (isObserved) => {
      const h = await failedByLostPage(hasDryRuns, [says('1')]);
      h.notes.reload(['milk']);
      if (isObserved) await observe(h);
      h.notes.editByHand(['milk', 'tea']);
      if (isObserved) await observe(h);
      await sendTo(h, h.chatId, 'Go on');
      expect((await told(h))?.map(([note]) => note)).toEqual(['tea']);
    },
  );

  it('claims no write by another chat, also if the page is read before that write has its result', async () => {
    const h = await failedByLostPage(hasDryRuns, [calls(add('bread')), says('1'), says('2')]);
    h.notes.hooks.afterExecute = async () => {
      h.notes.hooks.afterExecute = null;
      await observe(h);
    };
    await sendTo(h, 'other', 'Add bread');
    await sendTo(h, h.chatId, 'Go on');
    expect(await told(h)).toEqual([['bread', 'the chat “Add bread”']]);
  });

  it('claims no change by the user while its run waits for the user', async () => {
    const h = await createLoopHarness([calls(add('eggs')), says('1')], { hasDryRuns });
    await h.addChat('other', 'Other');
    const { execute } = h.notes.port;
    const sent = new Promise<void>((resolve) => {
      h.notes.port.execute = (_chat, _request, signal) => {
        h.notes.port.execute = execute;
        resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      };
    });
    await h.write('Go');
    await sent;
    await h.loop.requestStatus(h.chatId, { state: 'waiting-for-user-input', reason: 'question' });
    await h.settled();
    h.notes.editByHand(['milk', 'tea']);
    await sendTo(h, 'other', 'Hi');
    expect(await told(h, 'other')).toEqual([['tea', undefined]]);
  });
});

describe.each([
  ['with a dry run', true],
  ['without a dry run', false],
])(
  'a write %s whose result can’t be stored keeps its change apart from one that the user makes before it is stored,',
  (_how, hasDryRuns) => {
    const OWN_AND_USER = [
      ['execution', ['eggs']],
      ['user', ['tea']],
    ];

    it('on Retry', async () => {
      const h = await createLoopHarness([calls(add('eggs')), says('Added.')], { hasDryRuns });
      failing(h, 'storeResult', 1);
      await h.send('Add eggs');
      h.notes.editByHand(['milk', 'eggs', 'tea']);
      await h.control('retry');
      expect(await steps(h)).toEqual(OWN_AND_USER);
    });

    it('after a restart of the worker', async () => {
      const h = await createLoopHarness([calls(add('eggs')), says('Added.')], { hasDryRuns });
      const died = diesAt(h, 'storeResult', 'before');
      await h.write('Add eggs');
      await died;
      h.notes.editByHand(['milk', 'eggs', 'tea']);
      await restartWorker(h);
      expect(await steps(h)).toEqual(OWN_AND_USER);
    });
  },
);

it('a checkpoint that can’t be read does not keep its call’s result from being stored', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('Added.')]);
  h.notes.hooks.beforeExecute = async () => {
    h.deps.checkpointStore.ofResponse = async () => {
      throw new StewardError('storage', 'Failed to read large IndexedDB value', { remedy: 'Try again.' });
    };
  };
  expect((await h.send('Add eggs')).state).toBe('completed');
  expect(await h.results()).toEqual(['ok: Added eggs.']);
  expect(h.logged).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'A checkpoint can’t get its call’s outcome.' }),
  );
});
