import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { diesAt, restartWorker } from './interruptions';
import { add, COUNT, PUBLISH } from './made-calls';
import { note } from './page-notice';

const ASK: [string, unknown] = ['ask_user', { question: 'Which one?', choices: ['a', 'b'] }];
const WAIT: [string, unknown] = ['wait', { reason: 'The page is slow.', for: 'page-change', seconds: 60 }];
const PAUSE: [string, unknown] = ['wait', { reason: 'A minute.', for: 'time', seconds: 60 }];
const FINISH: [string, unknown] = ['finish_task', { summary: 'All done.' }];

const toolMessages = (messages: { role: string; content: string | null }[] | undefined) =>
  (messages ?? []).flatMap((message) =>
    message.role === 'tool' ? [message.content?.split('\n', 1)[0]] : [],
  );

describe('wait', () => {
  const waits = async (more: object) => {
    const args = { reason: 'The shop.', for: 'time', seconds: 60, ...more };
    const { h } = await userSends('Wait', [calls(['wait', args]), says('Done.')]);
    return h;
  };
  const state = async (h: Awaited<ReturnType<typeof waits>>) => (await h.settled()).run?.status.state;

  it('for one sender is ended by its event, and by no other’s', async () => {
    const h = await waits({ only_from: 'shop' });
    await h.receive('bank', 'Closed.');
    expect(await state(h)).toBe('waiting-for-agent-coordination');
    await h.receive('shop', 'Open.');
    expect((await h.settled()).state).toBe('completed');
    expect(h.requests.at(-1)?.messages.at(-1)?.content).toMatch(/Closed\.[\s\S]*Open\./);
  });

  it.each([
    [{}, 'completed'],
    [{ user_can_interrupt: false }, null],
  ])('with %j is ended by a message of the user: %s', async (more, outcome) => {
    const h = await waits(more);
    const { run, chat } = await h.send('Go on');
    if (outcome !== null) {
      expect(run?.status).toMatchObject({ outcome });
      expect(h.time.isWaited()).toBe(false);
    } else {
      expect(run?.status.state).toBe('waiting-for-agent-coordination');
      expect(chat.pendingMessage).toMatchObject({ text: 'Go on' });
      expect((await h.pass(60_000)).state).toBe('completed');
    }
  });
});

describe('ask_user', () => {
  it('makes the run wait with its result unsent, and the next message is the answer', async () => {
    const h = await createLoopHarness([calls(ASK), says('b it is.')]);
    const asked = await h.send('Add one');
    expect(asked.run?.status).toEqual({ state: 'waiting-for-user-input', reason: 'question' });
    expect(await h.results()).toEqual(['ok: The question was put to the user. Their answer follows.']);
    expect(h.requests).toHaveLength(1);
    expect(h.states()).toEqual(['processing', 'waiting-for-tools', 'user (question)']);

    await expect(h.write('b')).resolves.toEqual({
      kind: 'run',
      runId: asked.run?.id,
    });
    const { run } = await h.settled();
    expect(run).toMatchObject({ id: asked.run?.id, status: { outcome: 'completed' } });
    expect(h.requests[1]?.messages.slice(-2)).toEqual([
      {
        role: 'tool',
        tool_call_id: expect.any(String),
        content: '{"success":true,"message":"The question was put to the user. Their answer follows."}',
      },
      { role: 'user', content: 'b' },
    ]);
    expect(h.requests[1]?.messages.slice(0, 2)).toEqual(h.requests[0]?.messages);
  });

  describe('that accepts no other answer', () => {
    const CLOSED: [string, unknown] = [
      'ask_user',
      { question: 'Which one?', choices: ['Gemini', 'Straße 1'], allow_other: false },
    ];

    it.each(['Gemini', 'gemini', '  GEMINI\n', 'sTRAßE 1'])('takes %j', async (text) => {
      const { h } = await userSends('Add one', [calls(CLOSED), says('Good.')]);
      const { run, conversation } = await h.send(text);
      expect(run?.status).toMatchObject({ outcome: 'completed' });
      expect(conversation.findLast(({ role }) => role === 'user')).toMatchObject({ content: text });
    });

    it.each(['openai', 'Gemini, please', 'gem', 'Never mind'])(
      'refuses %j, says what can be answered, and goes on waiting',
      async (text) => {
        const { h } = await userSends('Add one', [calls(CLOSED), says('Good.')]);
        const before = await h.record();
        await expect(h.write(text)).rejects.toMatchObject({
          code: 'invalid-message',
          message: 'The question can only be answered by one of these: "Gemini" or "Straße 1".',
          remedy: 'Choose one of these answers. To say something else, stop the run first.',
        });
        expect(await h.record()).toEqual(before);
        expect((await h.send('Gemini')).state).toBe('completed');
      },
    );

    it('accepts any message once the run is stopped', async () => {
      const { h } = await userSends('Add one', [calls(CLOSED), says('All right.')]);
      await h.loop.stop(h.chatId);
      expect((await h.send('Never mind')).state).toBe('completed');
    });

    it('doesn’t restrict a later wait for the user', async () => {
      const { h } = await userSends('Add one', [calls(CLOSED), says('Good.'), says('All right.')]);
      await h.queueStatus({ state: 'waiting-for-user-input', reason: 'question' });
      await h.send('Gemini');
      expect((await h.record()).run?.status).toMatchObject({ reason: 'question' });
      expect((await h.send('Anything')).state).toBe('completed');
    });

    it('doesn’t restrict the answer when another call of its response came first', async () => {
      const { h } = await userSends('Add one', [calls(ASK, CLOSED), says('Good.')]);
      expect((await h.send('Anything')).state).toBe('completed');
    });

    it.each([true, undefined])('accepts any answer if it allows others (%j)', async (allow_other) => {
      const question = {
        question: 'Which?',
        choices: ['a'],
        ...(allow_other === undefined ? {} : { allow_other }),
      };
      const { h } = await userSends('Add one', [calls(['ask_user', question]), says('Good.')]);
      expect((await h.send('Anything')).state).toBe('completed');
    });
  });

  it('is repaired like any other call if it was only mis-encoded', async () => {
    const h = await createLoopHarness([calls(['ask_user', { question: 'Which?', choices: '["a","b"]' }])]);
    expect((await h.send('Go')).run?.status).toMatchObject({ reason: 'question' });
    expect(h.events).toContainEqual(
      expect.objectContaining({ type: 'call-repaired', name: 'ask_user', repairs: [expect.any(String)] }),
    );
  });

  it('without a question is an invalid call, and the run continues', async () => {
    const h = await createLoopHarness([calls(['ask_user', {}]), says('Sorry.')]);
    expect((await h.send('Go')).state).toBe('completed');
    expect((await h.results())[0]).toMatch(/^invalid_parameters: ask_user: /);
  });
});

describe('wait', () => {
  it('for the page isn’t ended by a late notice of a change by the same response', async () => {
    const { h } = await userSends('Add eggs and wait', [calls(WAIT, add('eggs')), says('Seen.')]);
    expect((await note(h, 'changed')).state).toBe('waiting-for-agent-coordination');
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    expect((await note(h, 'changed')).state).toBe('completed');
    const told = h.requests[1]?.messages.filter((message) => message.role === 'tool').at(-1)?.content;
    expect(told).toContain('note_added {"note":"eggs"}');
    expect(told).toContain('note_added {"note":"tea","by":"the user"}');
  });

  it.each([
    ['a change of the page', WAIT, true],
    ['time to pass', PAUSE, false],
  ])(
    'for %s puts the run into coordination, with its reason and its time limit',
    async (_what, call, isForPage) => {
      const h = await createLoopHarness([calls(call)]);
      const before = h.clock.now();
      const { run, conversation } = await h.send('Wait');
      const { reason } = call[1] as { reason: string };
      expect(run?.status).toEqual({
        state: 'waiting-for-agent-coordination',
        coordinatingToolCallId: conversation.find((entry) => entry.role === 'tool')?.executionId,
        coordinatingToolName: 'wait',
        targetAgentScope: null,
        userCanInterrupt: true,
        seenContextHash: isForPage ? hashJson(h.notes.page) : null,
        reason,
        untilMs: expect.any(Number),
      });
      if (run?.status.state !== 'waiting-for-agent-coordination') throw new Error('no wait');
      expect(run.status.untilMs - before).toBeGreaterThan(60_000);
      expect(run.status.untilMs - before).toBeLessThan(60_100);
      expect(await h.results()).toEqual([`ok: Waited: ${reason}`]);
      expect(h.requests).toHaveLength(1);
    },
  );

  it.each([WAIT, PAUSE])('%s ends at its time limit, and the result is sent then', async (...call) => {
    const { h } = await userSends('Wait', [calls(call), says('On we go.')]);
    expect((await h.pass(59_000)).state).toBe('waiting-for-agent-coordination');
    expect((await h.pass(1_000)).state).toBe('completed');
    expect(h.states()).toEqual([
      'processing',
      'waiting-for-tools',
      'waiting-for-agent-coordination',
      'processing',
      'completed',
    ]);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('for time is not ended by a changed page', async () => {
    const { h } = await userSends('Wait', [calls(PAUSE)]);
    expect((await note(h, 'changed')).state).toBe('waiting-for-agent-coordination');
    expect(h.time.isWaited()).toBe(true);
  });

  it('continues in a restarted worker until its original time limit', async () => {
    const { h } = await userSends('Wait', [calls(PAUSE), says('On we go.')]);
    h.clock.pass(50_000);
    await restartWorker(h);
    expect(h.time.delays[1]).toBeLessThan(10_000);
    expect(h.time.delays[1]).toBeGreaterThan(9_000);
    expect((await h.pass(10_000)).run).toMatchObject({ resumes: 0, status: { outcome: 'completed' } });
  });

  it('whose time limit passed while no worker was running ends at once', async () => {
    const { h } = await userSends('Wait', [calls(PAUSE), says('On we go.')]);
    h.clock.pass(100_000);
    await restartWorker(h);
    expect(h.time.delays[1]).toBe(0);
  });
});

describe('finish_task', () => {
  it('ends the run without another request, and its result is stored', async () => {
    const { h, run, chat } = await userSends('Finish', [calls(FINISH), says('Hello.')]);
    expect(run?.status).toEqual({ state: 'done' });
    expect(await h.results()).toEqual(['ok: The task is finished.']);
    expect(h.states()).toEqual(['processing', 'waiting-for-tools', 'processing', 'done']);
    expect(h.events.at(-1)).toEqual({ type: 'session-ended', reason: 'completed' });
    expect(chat.queuedStatus).toBeNull();
    expect(h.requests).toHaveLength(1);
    const next = await h.send('Hello');
    expect(next.run?.id).not.toBe(run?.id);
    expect(h.requests[1]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });

  it('lets a queued message start the next run', async () => {
    const h = await createLoopHarness([calls(COUNT, FINISH), says('Second answered.')]);
    h.notes.hooks.beforeExecute = async () => {
      await h.write('Second');
    };
    const { conversation } = await h.send('First');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant']);
    expect(conversation[4]?.runId).not.toBe(conversation[0]?.runId);
  });

  it('still ends a run that is recovered between its result and its end', async () => {
    const h = await createLoopHarness([calls(FINISH)]);
    const died = diesAt(h, 'storeResult', 'after');
    await h.write('Finish');
    await died;
    expect((await restartWorker(h)).state).toBe('done');
  });
});

describe('built-in calls among others', () => {
  it('run last, whatever their place, and all results are sent together in call order', async () => {
    const { h } = await userSends('Go', [calls(add('a'), WAIT, add('b'), COUNT), says('On we go.')]);
    const done = h.events.flatMap((event) => (event.type === 'tool-result-processed' ? [event.name] : []));
    expect(done).toEqual(['add_note', 'add_note', 'count_notes', 'wait']);
    const results = ['ok: Added a.', 'ok: Waited: The page is slow.', 'ok: Added b.', 'ok: 3 notes.'];
    expect(await h.results()).toEqual(results);
    expect(h.requests).toHaveLength(1);
    await h.pass(60_000);
    expect(toolMessages(h.requests[1]?.messages)).toEqual([
      '{"success":true,"message":"Added a.","data":{"count":2}}',
      '{"success":true,"message":"Waited: The page is slow."}',
      '{"success":true,"message":"Added b.","data":{"count":3}}',
      '{"success":true,"message":"3 notes."}',
    ]);
  });

  it('wait for the approval of an earlier call', async () => {
    const { h, run } = await userSends('Go', [calls(ASK, PUBLISH), says('Good.')]);
    expect(run?.status.state).toBe('waiting-for-approval');
    expect((await h.decided('approve')).run?.status).toMatchObject({ reason: 'question' });
    expect(h.notes.log).toEqual(['publish {}']);
  });

  it.each([
    [[ASK, WAIT], 'user (question)', ['ok', 'one_status_only']],
    [[WAIT, ASK], 'waiting-for-agent-coordination', ['ok', 'one_status_only']],
    [[FINISH, ASK], 'done', ['ok', 'one_status_only']],
    [[PAUSE, FINISH, WAIT], 'waiting-for-agent-coordination', ['ok', 'one_status_only', 'one_status_only']],
    [[['ask_user', {}], WAIT], 'waiting-for-agent-coordination', ['invalid_parameters', 'ok']],
  ] as const)('%j: the first that can be run counts', async (made, state, codes) => {
    const { h } = await userSends('Go', [
      calls(...made.map(([name, args]): [string, unknown] => [name, args])),
    ]);
    expect(h.states().at(-1)).toBe(state);
    const results = await h.results();
    expect(results.map((result) => result.split(':', 1)[0])).toEqual(codes);
    expect(results.filter((result) => result.startsWith('one_status_only'))).toEqual(
      codes
        .filter((code) => code === 'one_status_only')
        .map(
          () =>
            'one_status_only: Only one of ask_user, wait, finish_task and a message that waits can be used in a response; the first one counts.',
        ),
    );
  });

  it('stop the run if the user requested a stop meanwhile', async () => {
    const h = await createLoopHarness([calls(COUNT, ASK)]);
    let asked: Promise<void> | null = null;
    h.notes.hooks.beforeExecute = async () => {
      asked ??= h.loop.stopGracefully(h.chatId);
      await asked;
    };
    expect((await h.send('Go')).state).toBe('stopped');
    expect(await h.results()).toEqual(['ok: 1 notes.', 'cancelled: Stopped before it ran.']);
  });
});
