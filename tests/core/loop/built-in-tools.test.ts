import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, says, type Turn, userSends } from '../../fakes/loop-harness';
import { atNextCall, diesAt, restartWorker } from './interruptions';
import { ASK, add, type Call, COUNT, FINISH, PAUSE, PUBLISH, WAIT } from './made-calls';

const toolMessages = (messages: { role: string; content: string | null }[] | undefined) =>
  (messages ?? []).flatMap((message) =>
    message.role === 'tool' ? [message.content?.split('\n', 1)[0]] : [],
  );

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

    const closed = async (...after: Turn[]) => (await userSends('Add one', [calls(CLOSED), ...after])).h;

    it.each(['Gemini', 'gemini', '  GEMINI\n', 'sTRAßE 1'])('takes %j', async (text) => {
      const h = await closed(says('Good.'));
      const { conversation, state } = await h.send(text);
      expect(state).toBe('completed');
      expect(conversation.findLast(({ role }) => role === 'user')).toMatchObject({ content: text });
    });

    it.each(['openai', 'Gemini, please', 'gem', 'Never mind'])(
      'refuses %j, says what can be answered, and goes on waiting',
      async (text) => {
        const h = await closed(says('Good.'));
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
      const h = await closed(says('All right.'));
      await h.loop.stop(h.chatId);
      expect((await h.send('Never mind')).state).toBe('completed');
    });

    it('doesn’t restrict a later wait for the user', async () => {
      const h = await closed(says('Good.'), says('All right.'));
      await h.queueStatus({ state: 'waiting-for-user-input', reason: 'question' });
      await h.send('Gemini');
      expect((await h.record()).state).toBe('user (question)');
      expect((await h.send('Anything')).state).toBe('completed');
    });

    it.each<[string, Call[]]>([
      [
        'it says that it allows others',
        [['ask_user', { question: 'Which?', choices: ['a'], allow_other: true }]],
      ],
      ['it doesn’t say that it allows none', [['ask_user', { question: 'Which?', choices: ['a'] }]]],
      ['another question of its response came first', [ASK, CLOSED]],
    ])('accepts any answer if %s', async (_, made) => {
      const { h } = await userSends('Add one', [calls(...made), says('Good.')]);
      expect((await h.send('Anything')).state).toBe('completed');
    });
  });

  it('is repaired like any other call if it was only mis-encoded', async () => {
    const h = await createLoopHarness([calls(['ask_user', { question: 'Which?', choices: '["a","b"]' }])]);
    expect((await h.send('Go')).state).toBe('user (question)');
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

describe('finish_task', () => {
  it('ends the run without another request, and its result is stored', async () => {
    const { h, run, chat, state } = await userSends('Finish', [calls(FINISH), says('Hello.')]);
    expect(state).toBe('done');
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
    atNextCall(h, 'beforeExecute', () => h.write('Second'));
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
    const { h, state } = await userSends('Go', [calls(ASK, PUBLISH), says('Good.')]);
    expect(state).toBe('waiting-for-approval');
    expect((await h.decided('approve')).state).toBe('user (question)');
    expect(h.notes.log).toEqual(['publish {}']);
  });

  it.each<[Call[], string, string[]]>([
    [[ASK, WAIT], 'user (question)', ['ok', 'one_status_only']],
    [[WAIT, ASK], 'waiting-for-agent-coordination', ['ok', 'one_status_only']],
    [[FINISH, ASK], 'done', ['ok', 'one_status_only']],
    [[PAUSE, FINISH, WAIT], 'waiting-for-agent-coordination', ['ok', 'one_status_only', 'one_status_only']],
    [[['ask_user', {}], WAIT], 'waiting-for-agent-coordination', ['invalid_parameters', 'ok']],
  ])('%j: the first that can be run counts', async (made, state, codes) => {
    const { h } = await userSends('Go', [calls(...made)]);
    expect(h.states().at(-1)).toBe(state);
    const results = await h.results();
    expect(results.map((result) => result.split(':', 1)[0])).toEqual(codes);
    for (const result of results.filter((text) => text.startsWith('one_status_only'))) {
      expect(result).toBe(
        'one_status_only: Only one of ask_user, wait, finish_task and a message that waits can be used in a response; the first one counts.',
      );
    }
  });
});
