import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { delegatedDueAt } from '@/src/core/loop/delegated-calls';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import { decideFirst } from '../../fakes/decide-first';
import {
  calls,
  createLoopHarness,
  type LoopHarness,
  says,
  type Turn,
  userSends,
} from '../../fakes/loop-harness';
import { pageTool } from '../../fakes/page-tool';
import { atNext, failing, restartWorker } from './interruptions';
import { add, type Call, COUNT, FINISH } from './made-calls';

const survey = (name: string, more: Partial<ToolDefinition> = {}) =>
  defineTool({
    name,
    description: 'Asks around.',
    input: z.strictObject({ about: z.string() }),
    effect: 'read',
    executor: 'delegated',
    timeoutMs: 20_000,
    ...more,
  });
const SURVEY: Call = ['survey', { about: 'notes' }];
const QUICK: Call = ['quick_survey', { about: 'notes' }];
const ANNOUNCE: Call = ['announce', { about: 'notes' }];
const TOOLS = [
  survey('survey'),
  survey('quick_survey', { timeoutMs: 5_000 }),
  survey('announce', { effect: 'commit' }),
];
const ABOUT = { about: 'notes' };
const RESULT = { success: true, message: 'Three say yes.', data: { yes: 3 } };

/** A chat in which the user has sent a message, with its first response received. */
async function asking(...script: Turn[]) {
  const { h, ...record } = await userSends('Ask', script, { tools: TOOLS });
  /** The call whose result is awaited, by name. */
  async function awaited(name = 'survey') {
    const row = (await h.db.executions.toArray()).find(
      (execution) => execution.name === name && execution.state === 'started',
    );
    if (row === undefined) throw new Error(`no call of ${name} is under way`);
    return row.id;
  }
  return {
    h,
    ...record,
    awaited,
    /** Provides a call's result. Resolves with the record when the run waits or is over. */
    async provide(name = 'survey', result: ToolResult = RESULT) {
      await h.loop.provideToolResult(await awaited(name), result);
      return h.settled();
    },
  };
}

const YES = 'ok: Three say yes.';
/** The time limits of the awaited results, in whole seconds. */
const limits = (h: LoopHarness) => h.time.delays.map((delayMs) => Math.ceil(delayMs / 1_000));

const announced = (h: LoopHarness) => h.events.filter(({ type }) => type === 'tool-call-delegated');

/** Calls the listener at each event of a delegated call, after the harness has stored the event. */
function onAnnounced(h: LoopHarness, listener: (executionId: string) => void): void {
  const { emit } = h.deps.events;
  h.deps.events.emit = (source, event) => {
    emit(source, event);
    if (event.type === 'tool-call-delegated') listener(event.executionId);
  };
}

describe('the event of a delegated call', () => {
  it('is emitted once the call is stored as started, with the repaired arguments', async () => {
    const h = await createLoopHarness([calls(['survey', { arguments: ABOUT }])], { tools: TOOLS });
    const states: Promise<string | undefined>[] = [];
    onAnnounced(h, (id) => states.push(h.deps.journal.executionById(id).then((row) => row?.state)));
    await h.send('Ask');
    expect(await Promise.all(states)).toEqual(['started']);
    expect(announced(h)).toMatchObject([{ name: 'survey', args: ABOUT }]);
  });

  it('allows its listener to provide the result', async () => {
    const h = await createLoopHarness([calls(SURVEY, QUICK), says('Yes.')], { tools: TOOLS });
    const stored: Promise<void>[] = [];
    onAnnounced(h, (id) => stored.push(h.loop.provideToolResult(id, RESULT)));
    await h.send('Ask');
    await Promise.all(stored);
    expect(await h.settled()).toMatchObject({ state: 'completed', run: { error: null } });
    expect(await h.results()).toEqual([YES, YES]);
    expect(h.time.isWaited()).toBe(false);
  });

  it('is emitted after the approval and a checkpoint, with the arguments as the user edited them, and again after a restart', async () => {
    const { h, provide } = await asking(calls(ANNOUNCE), says('Announced.'));
    expect(announced(h)).toEqual([]);
    expect(await h.checkpoints()).toEqual([]);
    const [call] = (await h.pendingApproval()).calls;
    const args = { about: 'tea' };
    await decideFirst(h, { args });
    await h.settled();
    const event = { executionId: call?.executionId, name: 'announce', args };
    expect(announced(h)).toMatchObject([event]);
    expect(await h.checkpoints()).toHaveLength(1);
    await restartWorker(h);
    expect(announced(h)).toMatchObject([event, event]);
    await provide('announce');
    expect(await h.db.audit.toArray()).toMatchObject([
      { subject: 'announce', success: true, decision: 'approved' },
    ]);
  });

  it('is not emitted for a call that is refused, before which no checkpoint is taken', async () => {
    const { h } = await asking(calls(ANNOUNCE), says('I see.'));
    await h.decided('reject');
    expect(announced(h)).toEqual([]);
    expect(await h.checkpoints()).toEqual([]);
  });

  it('is emitted again after a restart of the worker while the call is open', async () => {
    const { h, awaited, provide } = await asking(calls(SURVEY), says('Yes.'));
    const executionId = await awaited();
    h.events.length = 0;
    await restartWorker(h);
    expect(announced(h)).toEqual([{ type: 'tool-call-delegated', executionId, name: 'survey', args: ABOUT }]);
    await provide();
    h.events.length = 0;
    await restartWorker(h);
    expect(announced(h)).toEqual([]);
  });

  it('is emitted again at Resume after a restart of the worker', async () => {
    const { h } = await asking(calls(SURVEY), says('Yes.'));
    await h.loop.pause(h.chatId);
    h.events.length = 0;
    await restartWorker(h);
    expect(announced(h)).toEqual([]);
    await h.control('resume');
    expect(announced(h)).toMatchObject([{ name: 'survey', args: ABOUT }]);
  });

  it('is emitted once per worker, however many steps the run takes', async () => {
    const { h } = await asking(calls(SURVEY), says('Yes.'));
    await h.receive('shop', 'Closing.');
    await h.control('pause');
    await h.control('resume');
    expect(announced(h)).toHaveLength(1);
  });
});

describe('a delegated call', () => {
  it('is emitted with its id, and the run waits for its result, which is sent to the model', async () => {
    const { h, state, awaited, provide } = await asking(calls(SURVEY), says('Yes.'));
    expect(state).toBe('waiting-for-tools');
    const executionId = await awaited();
    expect(h.events).toContainEqual({ type: 'tool-call-identified', executionId, name: 'survey' });
    expect(announced(h)).toEqual([{ type: 'tool-call-delegated', executionId, name: 'survey', args: ABOUT }]);
    expect(limits(h)).toEqual([20]);
    expect(h.notes.log).toEqual([]);
    expect(h.requests).toHaveLength(1);

    h.clock.pass(3_000);
    const after = await provide();
    expect(after.state).toBe('completed');
    expect(h.requests[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call_0',
      content: '{"success":true,"message":"Three say yes.","data":{"yes":3}}',
    });
    const result = after.conversation.find((entry) => entry.role === 'tool');
    expect(Math.floor((result?.durationMs ?? 0) / 100)).toBe(30);
    expect(h.time.isWaited()).toBe(false);
    expect(await h.db.audit.count()).toBe(0);
  });

  it('does not let finish_task end the run past what the user wrote while it was awaited', async () => {
    const { h, provide } = await asking(calls(SURVEY, FINISH), says('Eggs, too.'));
    await h.loop.requestStatus(h.chatId, { state: 'waiting-for-user-input', reason: 'question' });
    await h.settled();
    await h.send('And eggs?');
    expect((await provide()).state).toBe('completed');
    expect(await h.results()).toEqual([
      YES,
      'user_wrote: Not finished yet: the user wrote another message, which follows.',
    ]);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant']);
  });

  it('is not emitted again if the result arrives while the next step begins', async () => {
    const { h, awaited, provide } = await asking(calls(SURVEY, QUICK), says('Yes.'));
    const second = await awaited('quick_survey');
    atNext(h, 'executionsOf', 'before', () => h.loop.provideToolResult(second, RESULT));
    expect((await provide()).state).toBe('completed');
    expect(await h.results()).toEqual([YES, YES]);
    expect(announced(h)).toHaveLength(2);
  });

  it('refuses a late result, a second result, and a result for an unknown call', async () => {
    const { h, awaited } = await asking(calls(SURVEY), calls(SURVEY), says('Done.'));
    const first = await awaited();
    await h.pass(20_000);
    const second = await awaited();
    await h.loop.provideToolResult(second, RESULT);
    for (const id of [first, second, 'nobody']) {
      await expect(h.loop.provideToolResult(id, RESULT)).rejects.toMatchObject({
        code: 'not-found',
        message: 'No such call is under way.',
        remedy: 'Look at the conversation: it has its result already, or the run was stopped.',
      });
    }
    await h.settled();
    expect(await h.results()).toEqual(['timeout: survey did not answer within 20 s.', YES]);
  });

  it('accepts only one of two simultaneous results', async () => {
    const { h, awaited } = await asking(calls(SURVEY), says('Yes.'));
    const id = await awaited();
    const brought = await Promise.allSettled([
      h.loop.provideToolResult(id, RESULT),
      h.loop.provideToolResult(id, { success: false, message: 'No.' }),
    ]);
    expect(brought.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await h.settled();
    expect(await h.results()).toEqual([YES]);
  });

  it('keeps the first of two results if the second is its deadline’s, which has no effect', async () => {
    const { h, awaited } = await asking(calls(SURVEY), says('Yes.'));
    const id = await awaited();
    let provided: Promise<void> | null = null;
    atNext(h, 'storeResult', 'before', () => {
      provided = h.loop.provideToolResult(id, RESULT);
      return expect.poll(() => h.results()).toEqual([YES]);
    });
    expect((await h.pass(20_000)).state).toBe('completed');
    await provided;
    expect(await h.results()).toEqual([YES]);
  });

  it('refuses a result if another one was stored in the meantime', async () => {
    const { h, provide } = await asking(calls(SURVEY), says('Yes.'));
    const { storeResult } = h.deps.journal;
    h.deps.journal.storeResult = async (entry) => {
      const result = { success: true, message: 'Open.' };
      await storeResult({ ...entry, message: { ...entry.message, id: 'earlier', result } });
      await storeResult(entry);
    };
    await expect(provide()).rejects.toMatchObject({
      code: 'not-found',
      message: 'No such call is under way.',
    });
    expect(await h.results()).toEqual(['ok: Open.']);
  });

  it('accepts a result again that could not be stored', async () => {
    const { h, provide } = await asking(calls(SURVEY), says('Yes.'));
    failing(h, 'storeResult', 1);
    await expect(provide()).rejects.toMatchObject({ code: 'storage' });
    expect((await provide()).state).toBe('completed');
  });

  it.each([
    ['the clock was set back', -3_600_000],
    ['its time limit passed while no worker was running', 30_000],
  ])('is awaited no longer by a restarted worker if %s', async (_, passedMs) => {
    const { h } = await asking(calls(SURVEY), says('No.'));
    h.clock.pass(passedMs);
    expect((await restartWorker(h)).state).toBe('completed');
    expect(await h.results()).toEqual(['timeout: survey did not answer within 20 s.']);
  });

  it('is awaited by a restarted worker for the rest of its time limit', async () => {
    const { h, provide } = await asking(calls(SURVEY), says('Yes.'));
    h.clock.pass(15_000);
    await restartWorker(h);
    expect(limits(h)).toEqual([20, 5]);
    expect((await provide()).state).toBe('completed');
    expect(h.events.filter(({ type }) => type === 'tool-call-identified')).toHaveLength(1);
  });

  it('keeps its result while the run is paused', async () => {
    const { h, provide } = await asking(calls(SURVEY), says('Yes.'));
    await h.loop.pause(h.chatId);
    expect((await provide()).state).toBe('paused');
    expect((await h.control('resume')).state).toBe('completed');
    expect(await h.results()).toEqual([YES]);
  });
});

describe('a call of a page’s own tool', () => {
  const PAGE_ADD: Call = ['page_add', ABOUT];
  const OF_PAGE = { tools: [survey('page_add', { effect: 'commit', pageTool: pageTool({ name: 'add' }) })] };

  it('hands over its token before it is announced, and promises no way back', async () => {
    const { h } = await userSends('Add', [calls(PAGE_ADD), says('Added.')], OF_PAGE);
    const order: string[] = [];
    h.deps.delegatedTokens.keep = (executionId) => order.push(executionId);
    onAnnounced(h, (id) => order.push(`announced ${id}`));
    await h.decided('approve');
    const [execution] = await h.db.executions.toArray();
    expect(order).toEqual([execution?.id, `announced ${execution?.id}`]);
    expect(await h.checkpoints()).toEqual([]);
  });

  it('is uncertain once its time is over', async () => {
    const { h } = await userSends('Add', [calls(PAGE_ADD), says('I see.')], OF_PAGE);
    await h.decided('approve');
    h.clock.pass(30_000);
    await restartWorker(h);
    expect(await h.results()).toEqual([
      expect.stringMatching(/^outcome_unknown: It is uncertain whether page_add took effect/),
    ]);
  });
});

it.each([
  ['is open', says('Hello.')],
  ['that is open has started', calls(ANNOUNCE)],
])('the deadline of the first delegated call is null if no call %s', async (_, turn) => {
  const { h } = await asking(turn);
  expect(await delegatedDueAt(h.deps, await h.deps.journal.load(h.chatId))).toBeNull();
});

it('a result for a call that is missing in the record is refused', async () => {
  const { h, conversation, provide } = await asking(calls(SURVEY));
  await h.db.messages.delete(conversation[1]?.id ?? '');
  await expect(provide()).rejects.toMatchObject({ code: 'not-found' });
});

describe('delegated calls beside others', () => {
  it('run in parallel with reads, and the results are in call order', async () => {
    const { h, provide } = await asking(calls(SURVEY, COUNT, QUICK), says('Yes.'));
    expect(await h.results()).toEqual(['ok: 1 notes.']);
    await provide('quick_survey', { success: true, message: 'Quick.' });
    expect(h.requests).toHaveLength(1);
    await provide();
    expect(await h.results()).toEqual([YES, 'ok: 1 notes.', 'ok: Quick.']);
    expect(h.requests).toHaveLength(2);
  });

  it('are awaited before later calls of the response that change something', async () => {
    const { h, provide } = await asking(calls(SURVEY, add('eggs')), says('Yes.'));
    expect(h.notes.log).toEqual([]);
    await provide();
    expect(h.notes.log).toEqual(['add_note {"text":"eggs"}']);
    expect(await h.results()).toEqual([YES, 'ok: Added eggs.']);
  });

  it('reach their time limits one by one', async () => {
    const { h } = await asking(calls(SURVEY, QUICK), says('None.'));
    const late = (name: string, seconds: number) => `timeout: ${name} did not answer within ${seconds} s.`;
    await h.pass(5_000);
    expect(await h.results()).toEqual([late('quick_survey', 5)]);
    await h.pass(15_000);
    expect(limits(h)).toEqual([5, 15]);
    expect(await h.results()).toEqual([late('survey', 20), late('quick_survey', 5)]);
  });
});
