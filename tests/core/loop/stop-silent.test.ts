import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import { calls, createLoopHarness, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { add, COUNT } from './made-calls';
import { fallSilent, untilAborted } from './silent-page';

const ADD_TEA: [string, unknown] = add('tea');
const SURVEY: [string, unknown] = ['survey', {}];
const READ = /^interrupted: .*It only reads, so it changed nothing/;

const survey = (effect: 'read' | 'write') =>
  defineTool({
    name: 'survey',
    description: 'Asks around.',
    input: z.strictObject({}),
    effect,
    executor: 'delegated',
  });

/** Stops the run; returns the time that it waits, in milliseconds. */
async function stop(h: LoopHarness): Promise<number> {
  let isOver = false;
  let waitedMs = 0;
  const stopping = h.loop.stop(h.chatId).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 3));
    if (isOver || !h.time.isWaited()) continue;
    await h.time.pass(100);
    waitedMs += 100;
  }
  await stopping;
  expect((await h.record()).state).toBe('stopped');
  return waitedMs;
}

describe('Stop on a page that does not answer', () => {
  it('doesn’t wait for running reads, whose results say that they changed nothing', async () => {
    const h = await createLoopHarness([calls(COUNT, COUNT, COUNT, COUNT, COUNT), says('Hello.')]);
    let underWay = 0;
    h.deps.page.query = (_chat, _request, signal) => {
      underWay += 1;
      return untilAborted(signal);
    };
    await h.write('Count');
    await expect.poll(() => underWay).toBe(5);
    const asked = fallSilent(h);
    expect(await stop(h)).toBe(0);
    expect(asked).toEqual([]);
    expect(await h.results()).toEqual(Array(5).fill(expect.stringMatching(READ)));
  });

  it('sends the page no query about a delegated read', async () => {
    const { h } = await userSends('Ask around', [calls(SURVEY, SURVEY, SURVEY)], { tools: [survey('read')] });
    const asked = fallSilent(h);
    expect(await stop(h)).toBe(0);
    expect(asked).toEqual([]);
    expect(await h.results()).toEqual(Array(3).fill(expect.stringMatching(READ)));
  });

  it('sends the page no query about a delegated change, whose outcome is unknown', async () => {
    const { h } = await userSends('Ask around', [calls(SURVEY)], { tools: [survey('write')] });
    const before = h.notes.hash();
    const asked = fallSilent(h);
    expect(await stop(h)).toBe(0);
    expect(asked).toEqual([]);
    expect(await h.results()).toEqual([expect.stringMatching(/^outcome_unknown: .*took effect is unknown/)]);
    expect(await h.db.audit.toArray()).toMatchObject([
      { subject: 'survey', errorCode: 'outcome_unknown', stateHashBefore: before },
    ]);
  });

  it('has one time limit for all running changes', async () => {
    const h = await createLoopHarness([calls(COUNT, ADD_TEA, add('oat'))]);
    h.notes.hooks.beforeExecute = async (tool) => {
      if (tool === 'add_note') await new Promise(() => {});
    };
    await h.write('Add tea');
    await expect.poll(async () => (await h.db.executions.toArray())[1]?.state).toBe('started');
    const [, tea, oat] = await h.db.executions.toArray();
    await h.db.executions.update(oat?.id ?? '', {
      state: 'started',
      startedAtMs: 1,
      write: tea?.write ?? null,
    });
    const asked = fallSilent(h);
    h.restart();
    expect(await stop(h)).toBe(500);
    // The time limit has passed when the second call is recalled.
    expect(asked).toEqual(['recall']);
    expect(await h.results()).toEqual([
      'ok: 1 notes.',
      expect.stringMatching(/^outcome_unknown: /),
      expect.stringMatching(/^outcome_unknown: /),
    ]);
  });
});
