import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PagePort } from '@/src/core/ports/page-port';
import { defineTool } from '@/src/core/tools/define-tool';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';

type Harness = Awaited<ReturnType<typeof createLoopHarness>>;

const COUNT: [string, unknown] = ['count_notes', {}];
const ADD_TEA: [string, unknown] = ['add_note', { text: 'tea' }];
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

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** A page that no longer answers; each request ends only with its signal. Returns the requests that it gets. */
function fallSilent(h: Harness): string[] {
  const asked: string[] = [];
  const silent = (name: string, signal: AbortSignal) => {
    asked.push(name);
    return untilAborted(signal);
  };
  const page: PagePort = {
    readContext: (_chat, signal) => silent('readContext', signal),
    isNewest: () => false,
    placeOf: (_chat, signal) => silent('placeOf', signal),
    query: (_chat, _request, signal) => silent('query', signal),
    execute: (_chat, _request, signal) => silent('execute', signal),
    applyState: (_chat, _request, signal) => silent('applyState', signal),
    recall: (_chat, _id, signal) => silent('recall', signal),
  };
  Object.assign(h.deps.page, page);
  return asked;
}

/** Stops the run; returns the time that it waits, in milliseconds. */
async function stop(h: Harness): Promise<number> {
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
  expect((await h.record()).run?.status).toMatchObject({ outcome: 'stopped' });
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
    await h.loop.sendUserMessage(h.chatId, 'Count');
    await expect.poll(() => underWay).toBe(5);
    const asked = fallSilent(h);
    expect(await stop(h)).toBe(0);
    expect(asked).toEqual([]);
    expect(await h.results()).toEqual(Array(5).fill(expect.stringMatching(READ)));
  });

  it('sends the page no query about a delegated read', async () => {
    const h = await createLoopHarness([calls(SURVEY, SURVEY, SURVEY)], { tools: [survey('read')] });
    await h.send('Ask around');
    const asked = fallSilent(h);
    expect(await stop(h)).toBe(0);
    expect(asked).toEqual([]);
    expect(await h.results()).toEqual(Array(3).fill(expect.stringMatching(READ)));
  });

  it('sends the page no query about a delegated change, whose outcome is unknown', async () => {
    const h = await createLoopHarness([calls(SURVEY)], { tools: [survey('write')] });
    await h.send('Ask around');
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
    const h = await createLoopHarness([calls(COUNT, ADD_TEA, ['add_note', { text: 'oat' }])]);
    h.notes.hooks.beforeExecute = async (tool) => {
      if (tool === 'add_note') await new Promise(() => {});
    };
    await h.loop.sendUserMessage(h.chatId, 'Add tea');
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
