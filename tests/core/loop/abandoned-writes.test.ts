import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, type LoopHarness, says, type Turn } from '../../fakes/loop-harness';
import { checkpointAt } from '../checkpoints/take-responses';
import { ADD_A, changesTold, dryRunLoop, pageSteps } from './dry-run-loop';
import { atNextCall, diesAfterWrite, diesAt, failing, losePage, restartWorker } from './interruptions';
import { add } from './made-calls';
import { readPage } from './page-notice';
import { rollBackTo } from './revise';

/** Sends a message to a chat, and waits until its run has ended. */
async function sendTo(h: LoopHarness, chatId: string, text: string): Promise<void> {
  await h.loop.sendUserMessage(chatId, text);
  await h.settled();
}

/** Notes that were added, and their makers, as a chat's last message reports them; the user isn't named. */
async function told(h: LoopHarness, chatId?: string) {
  return (await changesTold(h, chatId))?.map(({ note, by }) => [note, by]);
}

async function observe(h: LoopHarness): Promise<void> {
  await h.deps.observer.observe((await h.record()).chat, await readPage(h));
}

/** A run that fails because its page is closed when the write is sent, and stays closed for ten minutes. */
async function failedByLostPage(hasDryRuns: boolean, rest: Turn[]): Promise<LoopHarness> {
  const h = await createLoopHarness([calls(add('eggs')), ...rest], { hasDryRuns });
  atNextCall(h, 'beforeExecute', () => losePage(h));
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
    atNextCall(h, 'afterExecute', () => observe(h));
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
      ['execution', 'eggs'],
      ['user', 'tea'],
    ];

    it('on Retry', async () => {
      const h = await createLoopHarness([calls(add('eggs')), says('Added.')], { hasDryRuns });
      failing(h, 'storeResult', 1);
      await h.send('Add eggs');
      h.notes.editByHand(['milk', 'eggs', 'tea']);
      await h.control('retry');
      expect(await pageSteps(h)).toEqual(OWN_AND_USER);
    });

    it('after a restart of the worker', async () => {
      const h = await createLoopHarness([calls(add('eggs')), says('Added.')], { hasDryRuns });
      const died = diesAt(h, 'storeResult', 'before');
      await h.write('Add eggs');
      await died;
      h.notes.editByHand(['milk', 'eggs', 'tea']);
      await restartWorker(h);
      expect(await pageSteps(h)).toEqual(OWN_AND_USER);
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

const TEA_BY_USER = [{ type: 'note_added', note: 'tea' }];

const begin = (...more: Turn[]) => dryRunLoop([calls(ADD_A), ...more]);

const rollBack = async (h: LoopHarness) =>
  rollBackTo(h, await checkpointAt(h, 0), { strategy: 'merge', keep: null });

/** A run that is stopped while a slow page works on its write. */
async function stopped() {
  const h = await begin(says('Fine.'));
  let isReached = false;
  h.deps.page.execute = (_chat, _request, signal) => {
    isReached = true;
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  h.deps.page.recall = async () => ({ kind: 'running' });
  await h.write('Add a');
  await expect.poll(() => isReached).toBe(true);
  const done = h.loop.stop(h.chatId);
  await expect.poll(() => h.time.isWaited()).toBe(true);
  await h.time.pass(500);
  await done;
  expect(await h.results()).toEqual([expect.stringMatching(/^outcome_unknown/)]);
  return h;
}

/** A run whose worker stopped after the page had made its write; `edited`: the notes when the next worker recovers the run. */
async function restarted(edited: string[]) {
  const h = await begin(says('I see.'), says('Fine.'));
  await diesAfterWrite(h, () => h.write('Add a'));
  h.notes.editByHand(edited);
  await restartWorker(h);
  return h;
}

describe('a write that takes effect after the run was stopped', () => {
  it('is attributed to nobody, and the user’s change next to it to the user', async () => {
    const h = await stopped();
    h.notes.editByHand(['milk', 'a', 'tea']);
    await h.send('And now?');
    expect(await changesTold(h)).toMatchObject(TEA_BY_USER);
    expect(await pageSteps(h)).toEqual([
      ['execution', 'a'],
      ['user', 'tea'],
    ]);
  });

  it('is reverted by a rollback that keeps the user’s changes', async () => {
    const h = await stopped();
    h.notes.editByHand(['milk', 'a', 'tea']);
    expect(await rollBack(h)).toMatchObject({
      changedByHand: [{ kind: 'added', text: 'tea' }],
      changedBy: ['you'],
    });
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
  });
});

describe('a write that the page had made when the worker stopped', () => {
  it('counts as applied by the page’s stored outcome, whatever the user changed since', async () => {
    const h = await restarted(['milk', 'a', 'tea']);
    expect(await h.results()).toEqual(['ok: Added a.']);
    expect(await pageSteps(h)).toEqual([
      ['execution', 'a'],
      ['user', 'tea'],
    ]);
    expect(h.requests[1]?.messages.at(-1)?.content).not.toMatch(/"note":"a","by"/);
    expect(await rollBack(h)).toMatchObject({ changedBy: [] });
  });

  it('is not written again if the user has reverted it', async () => {
    const h = await restarted(['milk']);
    expect(await h.results()).toEqual(['ok: Added a.']);
    expect(h.requests[1]?.messages.at(-1)?.content).toContain('note_removed {"note":"a","by":"the user"}');
  });
});

it('a rollback that takes effect late is reported as a rollback, and the user’s change next to it as the user’s', async () => {
  const h = await begin(says('Added.'), says('Hello.'), says('Fine.'));
  await h.addChat('other', 'Other');
  await h.send('Add a');
  await h.loop.sendUserMessage('other', 'Hello');
  await h.settled();
  h.notes.port.applyState = async () => {
    throw new StewardError('timeout', 'Late.', { remedy: 'Wait.' });
  };
  h.deps.page.recall = async () => ({ kind: 'running' });
  const failed = expect(rollBack(h)).rejects.toMatchObject({ name: 'StewardError' });
  for (let waits = 0; waits < 5; waits += 1) {
    await expect.poll(() => h.time.isWaited()).toBe(true);
    await h.time.pass(4_000);
  }
  await failed;
  h.notes.editByHand(['milk', 'tea']);
  await h.loop.sendUserMessage('other', 'And now?');
  await h.settled();
  expect(await changesTold(h, 'other')).toMatchObject([
    { type: 'note_removed', note: 'a', by: 'the chat “Add a”' },
    { type: 'note_added', note: 'tea' },
  ]);
});
