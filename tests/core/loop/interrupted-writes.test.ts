import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, type LoopHarness, says, type Turn } from '../../fakes/loop-harness';
import { checkpointAt } from '../checkpoints/take-responses';
import { ADD_A, changesTold, dryRunLoop } from './dry-run-loop';
import { diesAfterWrite, restartWorker } from './interruptions';
import { rollBackTo } from './revise';

const TEA_BY_USER = [{ type: 'note_added', note: 'tea' }];

const begin = (...more: Turn[]) => dryRunLoop([calls(ADD_A), ...more]);

/** The recorded steps: each cause with its notes. */
async function steps(h: LoopHarness) {
  const rows = await h.db.pageSteps.toArray();
  return rows.map(({ cause, changes }) => [cause.kind, ...changes.map(({ note }) => note)]);
}

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
    expect(await steps(h)).toEqual([
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
    expect(await steps(h)).toEqual([
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

it('after a write whose page became unreachable before its answer, later changes are attributed to their authors', async () => {
  const addEggs = calls(['add_note', { text: 'eggs' }]);
  const h = await begin(says('Hello.'), addEggs, says('Done.'), says('Fine.'));
  await h.addChat('other', 'Other');
  const { execute } = h.deps.page;
  h.deps.page.execute = async () => {
    h.deps.page.execute = execute;
    h.notes.close();
    throw new StewardError('page-gone', 'Closed.', { remedy: 'Open it.' });
  };
  await h.send('Add a');
  await h.pass(600_001);
  h.notes.reopen();
  h.notes.reload(['milk']);
  await h.loop.sendUserMessage('other', 'Hello');
  await h.settled();
  h.notes.editByHand(['milk', 'tea']);
  await h.loop.sendUserMessage('other', 'Add eggs');
  await h.settled();
  expect(await changesTold(h, 'other')).toMatchObject(TEA_BY_USER);
  await h.send('And now?');
  expect(await changesTold(h)).toMatchObject([{ note: 'tea' }, { note: 'eggs', by: 'the chat “Hello”' }]);
  expect((await changesTold(h))?.[0]).not.toHaveProperty('by');
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
