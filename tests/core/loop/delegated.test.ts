import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { delegatedDueAt } from '@/src/core/loop/delegated-calls';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { calls, createLoopHarness, type LoopHarness, says } from '../../fakes/loop-harness';
import { pageTool } from '../../fakes/page-tool';
import { restartWorker } from './interruptions';
import { add, COUNT } from './made-calls';

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
const TOOLS = [
  survey('survey'),
  survey('quick_survey', { timeoutMs: 5_000 }),
  survey('announce', { effect: 'commit' }),
];
const ABOUT = { about: 'notes' };
const RESULT = { success: true, message: 'Three say yes.', data: { yes: 3 } };

async function story(...script: Parameters<typeof createLoopHarness>[0]) {
  const h = await createLoopHarness(script, { tools: TOOLS });
  return {
    h,
    /** The calls whose result is awaited, by name. */
    async awaited(name: string) {
      const rows = (await h.db.executions.toArray()).filter(
        (row) => row.name === name && row.state === 'started',
      );
      const [row] = rows;
      if (row === undefined) throw new Error(`no call of ${name} is under way`);
      return row.id;
    },
  };
}

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
  it('is emitted once the call is stored as started', async () => {
    const { h } = await story(calls(['survey', ABOUT]));
    const states: Promise<string | undefined>[] = [];
    onAnnounced(h, (id) => states.push(h.deps.journal.executionById(id).then((row) => row?.state)));
    await h.send('Ask');
    expect(await Promise.all(states)).toEqual(['started']);
  });

  it('allows its listener to provide the result', async () => {
    const { h } = await story(calls(['survey', ABOUT], ['quick_survey', ABOUT]), says('Yes.'));
    const stored: Promise<void>[] = [];
    onAnnounced(h, (id) => stored.push(h.loop.provideToolResult(id, RESULT)));
    const { run } = await h.send('Ask');
    await Promise.all(stored);
    expect((await h.settled()).state).toBe('completed');
    expect(run?.error).toBeNull();
    expect(await h.results()).toEqual(['ok: Three say yes.', 'ok: Three say yes.']);
    expect(h.time.isWaited()).toBe(false);
    expect(h.requests).toHaveLength(2);
  });

  it('has the repaired arguments', async () => {
    const { h } = await story(calls(['survey', { arguments: ABOUT }]));
    await h.send('Ask');
    expect(announced(h)).toMatchObject([{ name: 'survey', args: ABOUT }]);
  });

  it('is emitted after the approval, with the arguments as the user edited them', async () => {
    const { h } = await story(calls(['announce', ABOUT]), says('Announced.'));
    await h.send('Announce');
    expect(announced(h)).toEqual([]);
    const { id, calls: asked } = await h.pendingApproval();
    const [call] = asked;
    const edited = { about: 'tea' };
    const choice = {
      executionId: call?.executionId ?? '',
      verdict: 'approve' as const,
      args: edited,
      leftOut: [],
    };
    const { preview } = await h.loop.previewApproval(id, [choice]);
    const answer = { digest: preview?.digest ?? '', choices: [{ ...choice, note: '' }], allowTools: [] };
    await h.loop.decideApproval(id, answer, h.consents.give(id));
    await h.settled();
    expect(announced(h)).toMatchObject([{ executionId: call?.executionId, name: 'announce', args: edited }]);
    h.events.length = 0;
    await restartWorker(h);
    expect(announced(h)).toMatchObject([{ executionId: call?.executionId, name: 'announce', args: edited }]);
  });

  it.each([
    ['refused', 'reject'],
    ['not decided yet', null],
  ] as const)('is not emitted for a call that is %s', async (_what, verdict) => {
    const { h } = await story(calls(['announce', ABOUT]), says('I see.'));
    await h.send('Announce');
    if (verdict !== null) await h.decided(verdict);
    expect(announced(h)).toEqual([]);
  });

  it('is emitted again after a restart of the worker while the call is open', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT]), says('Yes.'));
    await h.send('Ask');
    const executionId = await awaited('survey');
    h.events.length = 0;
    await restartWorker(h);
    expect(announced(h)).toEqual([{ type: 'tool-call-delegated', executionId, name: 'survey', args: ABOUT }]);
    await h.loop.provideToolResult(executionId, RESULT);
    await h.settled();
    h.events.length = 0;
    await restartWorker(h);
    expect(announced(h)).toEqual([]);
  });

  it('is emitted again at Resume after a restart of the worker', async () => {
    const { h } = await story(calls(['survey', ABOUT]), says('Yes.'));
    await h.send('Ask');
    await h.loop.pause(h.chatId);
    h.events.length = 0;
    await restartWorker(h);
    expect(announced(h)).toEqual([]);
    await h.control('resume');
    expect(announced(h)).toMatchObject([{ name: 'survey', args: ABOUT }]);
  });

  it('is emitted once per worker, however many steps the run takes', async () => {
    const { h } = await story(calls(['survey', ABOUT]), says('Yes.'));
    await h.send('Ask');
    await h.receive('shop', 'Closing.');
    await h.settled();
    await h.loop.pause(h.chatId);
    await h.control('resume');
    expect(announced(h)).toHaveLength(1);
  });
});

describe('a delegated call', () => {
  it('is emitted with its id, and the run waits for its result, which is sent to the model', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT]), says('Yes.'));
    expect((await h.send('Ask')).state).toBe('waiting-for-tools');
    const executionId = await awaited('survey');
    expect(h.events).toContainEqual({ type: 'tool-call-identified', executionId, name: 'survey' });
    expect(announced(h)).toEqual([{ type: 'tool-call-delegated', executionId, name: 'survey', args: ABOUT }]);
    expect(h.time.delays).toHaveLength(1);
    expect(h.time.delays[0]).toBeGreaterThan(19_900);
    expect(h.time.delays[0]).toBeLessThanOrEqual(20_000);
    expect(h.notes.log).toEqual([]);
    expect(h.requests).toHaveLength(1);

    h.clock.pass(3_000);
    await h.loop.provideToolResult(executionId, RESULT);
    const { run, conversation } = await h.settled();
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    expect(h.requests[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call_0',
      content: '{"success":true,"message":"Three say yes.","data":{"yes":3}}',
    });
    const result = conversation.find((entry) => entry.role === 'tool');
    expect(result?.durationMs).toBeGreaterThanOrEqual(3_000);
    expect(result?.durationMs).toBeLessThan(3_100);
    expect(h.time.isWaited()).toBe(false);
    expect(await h.db.audit.count()).toBe(0);
  });

  it('does not let finish_task end the run past what the user wrote while it was awaited', async () => {
    const { h, awaited } = await story(
      calls(['survey', ABOUT], ['finish_task', { summary: 'Asked.' }]),
      says('Eggs, too.'),
    );
    await h.send('Ask');
    const executionId = await awaited('survey');
    await h.loop.requestStatus(h.chatId, { state: 'waiting-for-user-input', reason: 'question' });
    await h.settled();
    await h.send('And eggs?');
    await h.loop.provideToolResult(executionId, RESULT);
    expect((await h.settled()).state).toBe('completed');
    expect(await h.results()).toEqual([
      'ok: Three say yes.',
      'user_wrote: Not finished yet: the user wrote another message, which follows.',
    ]);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant']);
  });

  it('is not emitted again if the result arrives while the next step begins', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT], ['quick_survey', ABOUT]), says('Yes.'));
    await h.send('Ask');
    const second = await awaited('quick_survey');
    const { executionsOf } = h.deps.journal;
    h.deps.journal.executionsOf = async (messageId) => {
      h.deps.journal.executionsOf = executionsOf;
      await h.loop.provideToolResult(second, RESULT);
      return executionsOf(messageId);
    };
    await h.loop.provideToolResult(await awaited('survey'), RESULT);
    expect((await h.settled()).state).toBe('completed');
    expect(await h.results()).toEqual(['ok: Three say yes.', 'ok: Three say yes.']);
    expect(announced(h)).toHaveLength(2);
  });

  it('refuses a late result, a second result, and a result for an unknown call', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT]), calls(['survey', ABOUT]), says('Done.'));
    await h.send('Ask');
    const first = await awaited('survey');
    await h.pass(20_000);
    const late = { code: 'not-found', message: 'No such call is under way.' };
    await expect(h.loop.provideToolResult(first, RESULT)).rejects.toMatchObject({
      ...late,
      remedy: 'Look at the conversation: it has its result already, or the run was stopped.',
    });
    const second = await awaited('survey');
    await h.loop.provideToolResult(second, RESULT);
    await expect(h.loop.provideToolResult(second, RESULT)).rejects.toMatchObject(late);
    await expect(h.loop.provideToolResult('nobody', RESULT)).rejects.toMatchObject(late);
    await h.settled();
    expect(await h.results()).toEqual(['timeout: survey did not answer within 20 s.', 'ok: Three say yes.']);
  });

  it('accepts only one of two simultaneous results', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT]), says('Yes.'));
    await h.send('Ask');
    const executionId = await awaited('survey');
    const brought = await Promise.allSettled([
      h.loop.provideToolResult(executionId, RESULT),
      h.loop.provideToolResult(executionId, { success: false, message: 'No.' }),
    ]);
    expect(brought.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await h.settled();
    expect(await h.results()).toEqual(['ok: Three say yes.']);
  });

  it('is awaited no longer by a restarted worker if the clock was set back', async () => {
    const { h } = await story(calls(['survey', ABOUT]), says('No.'));
    await h.send('Ask');
    h.clock.pass(-3_600_000);
    expect((await restartWorker(h)).state).toBe('completed');
    expect(await h.results()).toEqual([expect.stringMatching(/^timeout/)]);
  });

  it('is awaited by a restarted worker for the rest of its time limit', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT]), says('Yes.'));
    await h.send('Ask');
    h.clock.pass(15_000);
    await restartWorker(h);
    expect(h.time.delays.at(-1)).toBeLessThanOrEqual(5_000);
    expect(h.time.delays.at(-1)).toBeGreaterThan(4_800);
    await h.loop.provideToolResult(await awaited('survey'), RESULT);
    expect((await h.settled()).state).toBe('completed');
    const identified = h.events.filter(({ type }) => type === 'tool-call-identified');
    expect(identified).toHaveLength(1);
  });

  it('whose time limit passed while no worker was running has failed', async () => {
    const { h } = await story(calls(['survey', ABOUT]), says('No answer.'));
    await h.send('Ask');
    h.clock.pass(30_000);
    await restartWorker(h);
    expect(await h.results()).toEqual(['timeout: survey did not answer within 20 s.']);
  });

  it('keeps its result while the run is paused', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT]), says('Yes.'));
    await h.send('Ask');
    await h.loop.pause(h.chatId);
    await h.loop.provideToolResult(await awaited('survey'), RESULT);
    expect((await h.settled()).state).toBe('paused');
    expect((await h.control('resume')).state).toBe('completed');
    expect(await h.results()).toEqual(['ok: Three say yes.']);
  });

  it('that changes something needs approval, takes a checkpoint, and has an audit row', async () => {
    const { h, awaited } = await story(calls(['announce', ABOUT]), says('Announced.'));
    await h.send('Announce');
    expect(await h.checkpoints()).toEqual([]);
    await h.decided('approve');
    expect(await h.checkpoints()).toHaveLength(1);
    await h.loop.provideToolResult(await awaited('announce'), RESULT);
    await h.settled();
    expect(await h.db.audit.toArray()).toMatchObject([
      { subject: 'announce', success: true, decision: 'approved' },
    ]);
  });
});

describe('a call of a page’s own tool', () => {
  const ofPage = async (...script: Parameters<typeof createLoopHarness>[0]) => {
    const tools = [survey('page_add', { effect: 'commit', pageTool: pageTool({ name: 'add' }) })];
    const h = await createLoopHarness(script, { tools });
    const kept: string[] = [];
    const { keep } = h.deps.delegatedTokens;
    h.deps.delegatedTokens.keep = (executionId, token) => {
      kept.push(executionId);
      keep(executionId, token);
    };
    return { h, kept };
  };

  it('hands over its token before it is announced, and promises no way back', async () => {
    const { h, kept } = await ofPage(calls(['page_add', ABOUT]), says('Added.'));
    const known: boolean[] = [];
    onAnnounced(h, (id) => known.push(kept.includes(id)));
    await h.send('Add');
    expect(kept).toEqual([]);
    await h.decided('approve');
    expect(known).toEqual([true]);
    expect(await h.checkpoints()).toEqual([]);
  });

  it('is uncertain once its time is over', async () => {
    const { h } = await ofPage(calls(['page_add', ABOUT]), says('I see.'));
    await h.send('Add');
    await h.decided('approve');
    h.clock.pass(30_000);
    await restartWorker(h);
    expect(await h.results()).toEqual([
      expect.stringMatching(/^outcome_unknown: It is uncertain whether page_add took effect/),
    ]);
  });
});

describe('the deadline of the first delegated call', () => {
  const dueAt = async (h: LoopHarness) => delegatedDueAt(h.deps, await h.deps.journal.load(h.chatId));

  it('is null if no call is open', async () => {
    const { h } = await story(says('Hello.'));
    await h.send('Hi');
    expect(await dueAt(h)).toBeNull();
  });

  it('is null if no open call has started', async () => {
    const { h } = await story(calls(['announce', ABOUT]));
    await h.send('Announce');
    expect(await dueAt(h)).toBeNull();
  });
});

it('a result for a call that is missing in the record is refused', async () => {
  const { h, awaited } = await story(calls(['survey', ABOUT]));
  const { conversation } = await h.send('Ask');
  const executionId = await awaited('survey');
  await h.db.messages.delete(conversation[1]?.id ?? '');
  await expect(h.loop.provideToolResult(executionId, RESULT)).rejects.toMatchObject({ code: 'not-found' });
});

describe('delegated calls beside others', () => {
  it('run in parallel with reads, and the results are in call order', async () => {
    const { h, awaited } = await story(
      calls(['survey', ABOUT], COUNT, ['quick_survey', ABOUT]),
      says('Yes.'),
    );
    await h.send('Ask and count');
    expect(await h.results()).toEqual(['ok: 1 notes.']);
    await h.loop.provideToolResult(await awaited('quick_survey'), { success: true, message: 'Quick.' });
    await h.settled();
    expect(h.requests).toHaveLength(1);
    await h.loop.provideToolResult(await awaited('survey'), RESULT);
    await h.settled();
    expect(await h.results()).toEqual(['ok: Three say yes.', 'ok: 1 notes.', 'ok: Quick.']);
    expect(h.requests).toHaveLength(2);
  });

  it('are awaited before later calls of the response that change something', async () => {
    const { h, awaited } = await story(calls(['survey', ABOUT], add('eggs')), says('Yes.'));
    await h.send('Ask, then add');
    expect(h.notes.log).toEqual([]);
    await h.loop.provideToolResult(await awaited('survey'), RESULT);
    await h.settled();
    expect(h.notes.log).toEqual(['add_note {"text":"eggs"}']);
    expect(await h.results()).toEqual(['ok: Three say yes.', 'ok: Added eggs.']);
  });

  it('reach their time limits one by one', async () => {
    const { h } = await story(calls(['survey', ABOUT], ['quick_survey', ABOUT]), says('None.'));
    await h.send('Ask');
    expect(h.time.delays[0]).toBeLessThanOrEqual(5_000);
    await h.pass(5_000);
    expect(await h.results()).toEqual(['timeout: quick_survey did not answer within 5 s.']);
    expect(h.time.delays[1]).toBeGreaterThan(14_000);
    await h.pass(15_000);
    expect(await h.results()).toEqual([
      'timeout: survey did not answer within 20 s.',
      'timeout: quick_survey did not answer within 5 s.',
    ]);
  });
});
