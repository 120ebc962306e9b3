import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { changesTold } from './dry-run-loop';
import { atNextCall, losePage, restartWorker } from './interruptions';
import { add, COUNT, PUBLISH } from './made-calls';
import { note } from './page-notice';

/** A run whose page becomes unreachable in its first round, after the note was added or before. */
async function lostDuringCall(when: 'before' | 'after', ...rest: Parameters<typeof createLoopHarness>[0]) {
  const h = await createLoopHarness([calls(add('eggs')), ...rest]);
  atNextCall(h, when === 'before' ? 'beforeExecute' : 'afterExecute', () => losePage(h));
  const waiting = await h.send('Add eggs');
  return { h, waiting };
}

describe('a page that becomes unreachable during a run', () => {
  it('is awaited for at most ten minutes, and a message doesn’t end the wait', async () => {
    const { h, waiting } = await lostDuringCall('before');
    const status = waiting.run?.status;
    expect(status).toEqual({
      state: 'waiting-for-agent-coordination',
      coordinatingToolCallId: null,
      coordinatingToolName: 'page',
      targetAgentScope: 'page',
      userCanInterrupt: false,
      seenContextHash: null,
      reason: 'The page is closed, has crashed, or is being loaded.',
      untilMs: expect.any(Number),
    });
    expect(h.time.delays.at(-1)).toBeGreaterThan(599_900);
    expect(h.time.delays.at(-1)).toBeLessThanOrEqual(600_000);
    await expect(h.write('Well?')).resolves.toEqual({ kind: 'queued' });
    expect((await h.settled()).run?.status).toEqual(status);
    expect(waiting.run?.error).toBeNull();
    expect(h.events.some(({ type }) => type === 'error')).toBe(false);
  });

  it.each(['there', 'changed'] as const)('lets the run continue when it is back (%s)', async (kind) => {
    const { h } = await lostDuringCall('after', says('Added.'));
    h.notes.reopen();
    expect((await note(h, kind)).state).toBe('completed');
    expect(h.states()).toEqual([
      'processing',
      'waiting-for-tools',
      'waiting-for-agent-coordination',
      'processing',
      'waiting-for-tools',
      'processing',
      'completed',
    ]);
    expect(h.time.isWaited()).toBe(false);
    // The page is queried for the outcome; the write isn't repeated.
    expect(h.notes.log).toEqual(['add_note {"text":"eggs"}']);
    expect(await h.results()).toEqual(['ok: Added eggs.']);
  });

  it('never gets a possibly completed write twice: a reading shows that it had no effect', async () => {
    const { h } = await lostDuringCall('before', says('I see.'));
    h.notes.reopen();
    await note(h, 'there');
    expect(h.notes.log).toEqual([]);
    expect((await h.results())[0]).toMatch(/^not_applied: add_note had no effect/);
  });

  it('ends the run with an error if it doesn’t come back in time, and Retry continues', async () => {
    const { h } = await lostDuringCall('after', says('Added.'));
    expect((await h.pass(599_000)).state).toBe('waiting-for-agent-coordination');
    const { run } = await h.pass(1_000);
    expect(run?.status).toMatchObject({ outcome: 'error' });
    expect(run?.error).toEqual({
      code: 'page-gone',
      message: 'The page of this chat is not open any more, or is reloading.',
      remedy: 'Open it again, then retry.',
      details: null,
    });
    h.notes.reopen();
    expect((await h.control('retry')).run).toMatchObject({ error: null, status: { outcome: 'completed' } });
    expect(await h.results()).toEqual(['ok: Added eggs.']);
  });

  it.each([
    ['until the same deadline', 590_000, 10_000],
    ['no longer than before if the clock was set back', -3_600_000, 600_000],
  ])('is awaited by a restarted worker %s', async (_, passedMs, restMs) => {
    const { h } = await lostDuringCall('after', says('Added.'));
    h.clock.pass(passedMs);
    await restartWorker(h);
    expect(h.time.delays.at(-1)).toBeLessThanOrEqual(restMs);
    expect((await h.pass(restMs)).run?.error?.code).toBe('page-gone');
  });

  it('is awaited again if it is still unreachable at Retry', async () => {
    const { h } = await lostDuringCall('after', says('Added.'));
    await h.pass(600_000);
    expect((await h.control('retry')).state).toBe('waiting-for-agent-coordination');
  });

  it('is awaited between two rounds as well', async () => {
    const h = await createLoopHarness([calls(COUNT), says('1')]);
    h.notes.hooks.afterExecute = async () => h.notes.close();
    expect((await h.send('Count')).state).toBe('waiting-for-agent-coordination');
    h.notes.reopen();
    expect((await note(h, 'there')).state).toBe('completed');
    expect(await h.results()).toEqual(['ok: 1 notes.']);
  });
});

it('a page that came back while no worker was running is found', async () => {
  const { h } = await lostDuringCall('after', says('Added.'));
  h.notes.reopen();
  expect((await restartWorker(h)).run).toMatchObject({ resumes: 0, status: { outcome: 'completed' } });
});

it('a page that came back as another page ends the run with its error', async () => {
  const { h } = await lostDuringCall('after');
  h.deps.page.readContext = async () => {
    throw new StewardError('page-protocol', 'The page speaks in riddles.', { remedy: 'Reload it.' });
  };
  expect((await restartWorker(h)).run?.error?.code).toBe('page-protocol');
});

it('another error of the page ends the run at once', async () => {
  const h = await createLoopHarness([calls(COUNT)]);
  h.notes.hooks.beforeExecute = async () => {
    throw new StewardError('page-protocol', 'The page speaks in riddles.', { remedy: 'Reload it.' });
  };
  const { run } = await h.send('Count');
  expect(run?.error?.code).toBe('page-protocol');
  expect(h.time.isWaited()).toBe(false);
});

describe('a notice of a page that no run waits for', () => {
  it('stores the time at which the change was first seen, for the next message', async () => {
    const { h } = await userSends('Hello', [says('Hello.'), says('Tea and eggs.')]);
    h.notes.editByHand(['milk', 'tea']);
    h.clock.pass(10_000);
    const teaAtMs = h.clock.now();
    await note(h, 'changed');
    h.clock.pass(10_000);
    h.notes.editByHand(['milk', 'tea', 'eggs']);
    await note(h, 'changed');
    h.clock.pass(10_000);
    const { conversation } = await h.send('What did I do?');
    const asked = conversation.findLast((entry) => entry.role === 'user');
    const stamps = (asked?.changes ?? []).map(({ note: text, timestamp }) => [
      text,
      Math.floor((Date.parse(timestamp) - teaAtMs) / 10_000),
    ]);
    expect(stamps).toEqual([
      ['tea', 0],
      ['eggs', 1],
    ]);
  });

  it('leads to no report if the change was reverted', async () => {
    const { h } = await userSends('Hello', [says('Hello.'), says('Nothing.')]);
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    h.notes.editByHand(['milk']);
    await note(h, 'changed');
    await h.send('What did I do?');
    expect(await changesTold(h)).toEqual([]);
  });

  it('leads to one report: the message after that lists later changes only', async () => {
    const { h } = await userSends('Hello', [says('One.'), says('Two.'), says('Three.')]);
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    await h.send('What did I do?');
    await h.send('And since?');
    expect(await changesTold(h)).toEqual([]);
  });

  it('stores nothing if nothing changed', async () => {
    const { h } = await userSends('Hello', [says('Hello.')]);
    await note(h, 'there');
    expect(await h.db.pageSteps.count()).toBe(0);
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    expect(await h.db.pageSteps.count()).toBe(1);
  });

  it('doesn’t affect an active run', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH)]);
    h.notes.editByHand(['milk', 'tea']);
    expect((await note(h, 'changed')).state).toBe('waiting-for-approval');
  });

  it('stores nothing in a chat whose page was never read', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    await h.db.contexts.clear();
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    expect(await h.db.contexts.count()).toBe(0);
    const { conversation } = await h.send('Hello');
    expect(conversation[0]).toMatchObject({ changes: [] });
  });
});

it('a run whose page was unreachable before its first request sends the present page when it is back', async () => {
  const h = await createLoopHarness([says('I see.')]);
  h.choice.model = null;
  await h.send('Hello');
  h.notes.close();
  h.choice.model = 'm';
  expect((await h.control('noteSettings')).run?.status).toMatchObject({ coordinatingToolName: 'page' });
  h.notes.reopen();
  h.notes.editByHand(['tea']);
  await note(h, 'there');
  expect(h.requests[0]?.messages.at(-1)?.content).toContain('notes: ["tea"]');
});
