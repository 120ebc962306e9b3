import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { TITLE_INSTRUCTION } from '@/src/core/side-requests/instructions';
import { calls, fails, hangs, heldBack, says, type Turn } from '../../fakes/loop-harness';
import { createSideHarness } from './side-harness';

const TITLES = { settings: { generatesTitle: true } };

const roles = (messages: readonly { role: string }[]) => messages.map(({ role }) => role);

describe('the title of a chat', () => {
  it('is requested after the first run with an answer, and stored with its request, beside the run', async () => {
    const h = await createSideHarness(
      [
        calls(['add_note', { text: 'eggs' }]),
        says('Added.'),
        [{ type: 'usage', counts: counts(9), raw: { n: 9 } }, ...says('"Eggs on the list."')],
      ],
      TITLES,
    );
    const { chat, conversation, run } = await h.send('Add eggs, please');
    expect(roles(conversation)).toEqual(['user', 'assistant', 'tool', 'assistant', 'system-title', 'title']);
    expect(conversation.slice(-2)).toMatchObject([
      { content: TITLE_INSTRUCTION, runId: null },
      { content: 'Eggs on the list', runId: null, model: 'm' },
    ]);
    expect(chat).toMatchObject({ title: 'Eggs on the list', titleSource: 'model' });
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    const [title] = (await h.usage()).filter(({ kind }) => kind === 'title');
    expect(title).toMatchObject({
      runId: null,
      messageId: conversation.at(-1)?.id,
      counts: counts(9),
      raw: { n: 9 },
    });
  });

  it('is requested with the conversation and the tools, without the page’s state and calls, and described for the request inspector', async () => {
    const h = await createSideHarness([says('Hello.'), says('Greeting')], TITLES);
    const { conversation } = await h.send('Hi');
    const [first, request] = h.requests;
    const [, title] = await h.sent();
    expect(title).toMatchObject({
      kind: 'title',
      runId: null,
      messageId: conversation.at(-1)?.id,
      messages: request?.messages,
    });
    expect(request?.toolChoice).toBe('none');
    expect(request?.tools).toEqual(first?.tools);
    expect(request?.messages[0]).toEqual(first?.messages[0]);
    expect(h.lastSent().slice(1)).toEqual(['user: Hi', 'assistant: Hello.', `user: ${TITLE_INSTRUCTION}`]);
    expect(JSON.stringify(request?.messages)).not.toContain('<page-state id');
  });

  describe('after a run with two requests', () => {
    const tokens = { prompt_tokens: 4_000, completion_tokens: 9 };
    const reporting = (raw: object, turn: Turn): Turn => [
      { type: 'usage', counts: counts(9), raw: { ...raw } },
      ...(turn as []),
    ];
    const ADD = calls(['add_note', { text: 'eggs' }]);

    it.each<[string, object, object, boolean]>([
      ['cached nothing', {}, { ...tokens, prompt_tokens_details: { cached_tokens: 0 } }, true],
      ['cached nothing, in the words of Anthropic', {}, { ...tokens, cache_read_input_tokens: 0 }, true],
      ['cached nothing, in the words of DeepSeek', {}, { ...tokens, prompt_cache_hit_tokens: 0 }, true],
      [
        'cached nothing, as llama.cpp counts',
        {},
        { timings: { prompt_n: 9, predicted_n: 1, cache_n: 0 } },
        true,
      ],
      [
        'found the second one in its cache',
        {},
        { ...tokens, prompt_tokens_details: { cached_tokens: 1 } },
        false,
      ],
      ['reports no cached tokens', {}, tokens, false],
      ['reports no usage', {}, {}, false],
      ['cached nothing of the first one alone', { ...tokens, cached_tokens: 0 }, tokens, false],
    ])(
      'is requested with an excerpt of the conversation if the endpoint %s',
      async (_, first, second, isShort) => {
        const answer = `Added. ${'x'.repeat(1_000)}`;
        const h = await createSideHarness(
          [reporting(first, ADD), reporting(second, says(answer)), says('Eggs')],
          TITLES,
        );
        const { chat } = await h.send('Add eggs');
        expect(chat.title).toBe('Eggs');
        const title = h.requests[2];
        expect(title?.tools.length === 0).toBe(isShort);
        if (!isShort) return;
        expect(title?.messages).toEqual([
          { role: 'user', content: 'Add eggs' },
          { role: 'assistant', content: answer.slice(0, 600) },
          { role: 'user', content: TITLE_INSTRUCTION },
        ]);
        const [, later, described] = await h.sent();
        expect(described?.prompt.parts).toEqual([]);
        expect(described?.tokens.total).toBeLessThan((later?.tokens.total ?? 0) / 4);
      },
    );
  });

  it('is requested once, and never sent again', async () => {
    const h = await createSideHarness([says('Hello.'), says('Greeting'), says('Fine.')], TITLES);
    await h.send('Hi');
    const { chat, conversation } = await h.send('How are you?');
    expect(h.requests).toHaveLength(3);
    expect(JSON.stringify(h.requests[2]?.messages)).not.toMatch(/Greeting|request from steward/);
    expect(roles(conversation)).toEqual(['user', 'assistant', 'system-title', 'title', 'user', 'assistant']);
    expect(chat.title).toBe('Greeting');
  });

  it.each<[string, Turn[], string]>([
    ['was stopped', [hangs], 'stop'],
    ['failed', [fails('auth')], ''],
    ['waits for the user', [calls(['ask_user', { question: 'Which?', choices: ['a', 'b'] }])], ''],
  ])('is not requested after a run that %s', async (_, script, control) => {
    const h = await createSideHarness(script, TITLES);
    await h.loop.sendUserMessage(h.chatId, 'Hi');
    while (h.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    if (control === 'stop') await h.loop.stop(h.chatId);
    await h.settled();
    await h.sidesSettled();
    expect(h.requests).toHaveLength(1);
    expect((await h.record()).chat.titleSource).toBe('first-message');
  });

  it('is not requested if the chat’s setting is off, or the user has entered one', async () => {
    const off = await createSideHarness([says('Hello.')], {});
    await off.send('Hi');
    const named = await createSideHarness([says('Hello.')], TITLES);
    await named.db.chats.update(named.chatId, { titleSource: 'user' });
    await named.send('Hi');
    for (const h of [off, named]) {
      await h.sidesSettled();
      expect(h.requests).toHaveLength(1);
    }
  });

  it('gives way to a message that is sent meanwhile, and is requested again after its run', async () => {
    const h = await createSideHarness(
      [says('Hello.'), hangs, says('Fine.'), says('Greeting and more')],
      TITLES,
    );
    await h.loop.sendUserMessage(h.chatId, 'Hi');
    await h.settled();
    expect(h.sides.isBusy()).toBe(true);
    const { chat, conversation } = await h.send('How are you?');
    expect(h.requests).toHaveLength(4);
    expect(chat.title).toBe('Greeting and more');
    expect(roles(conversation)).toEqual(['user', 'assistant', 'user', 'assistant', 'system-title', 'title']);
    // The first request may have used tokens, and nobody knows how many.
    expect((await h.usage()).map(({ kind, counts: known }) => [kind, known])).toContainEqual(['title', null]);
    expect(h.logged.filter(({ topic }) => topic === 'chat.title')).toEqual([]);
  });

  it.each<[string, Turn, string]>([
    ['the endpoint refuses it', fails('auth'), 'The chat keeps its first title: '],
    ['the model calls a tool instead', calls(['add_note', { text: 'x' }]), 'has no text'],
    [
      'it is cut off',
      [
        { type: 'content', text: 'A very' },
        { type: 'finish', reason: 'length' },
      ],
      'was cut off',
    ],
  ])(
    'stays that of the first message if %s: a warning in the log, no error and no second request',
    async (_, turn, words) => {
      const h = await createSideHarness([says('Hello.'), turn, says('Fine.')], TITLES);
      await h.send('Hi');
      const { chat, conversation, run } = await h.send('How are you?');
      expect(chat).toMatchObject({ title: 'Hi', titleSource: 'first-message' });
      expect(roles(conversation)).toEqual(['user', 'assistant', 'user', 'assistant']);
      expect(run?.error).toBeNull();
      const warnings = h.logged.filter(({ topic }) => topic === 'chat.title');
      expect(warnings).toMatchObject([{ level: 'warning', message: expect.stringContaining(words) }]);
      expect(h.requests).toHaveLength(3);
    },
  );

  it.each<[string, Turn, object]>([
    [
      'then that of the second answer',
      says('{"title":"Greeting"}'),
      { title: 'Greeting', titleSource: 'model' },
    ],
    [
      'that of the first message if the second has none either',
      says('```'),
      { title: 'Hi', titleSource: 'first-message' },
    ],
  ])('is requested once more if the answer has none, and is %s', async (_, second, title) => {
    const h = await createSideHarness([says('Hello.'), says('“.”'), second], TITLES);
    const { chat } = await h.send('Hi');
    expect(chat).toMatchObject(title);
    expect(h.requests).toHaveLength(3);
    expect((await h.usage()).filter(({ kind }) => kind === 'title')).toHaveLength(2);
    const warnings = h.logged.filter(({ topic }) => topic === 'chat.title');
    expect(warnings).toHaveLength(chat.titleSource === 'model' ? 0 : 1);
  });

  it('is given up after a minute', async () => {
    const h = await createSideHarness([says('Hello.'), hangs], TITLES);
    await h.loop.sendUserMessage(h.chatId, 'Hi');
    await h.settled();
    await h.passSleep(60_000);
    await h.sidesSettled();
    expect(h.logged).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('did not finish its answer in time') }),
    );
    expect((await h.record()).chat.title).toBe('Hi');
  });

  it('is retried as other requests are, if the endpoint has no time for it', async () => {
    const h = await createSideHarness([says('Hello.'), fails('rate-limit'), says('Greeting')], {
      settings: { ...TITLES.settings, retryDelaySeconds: 2 },
    });
    await h.loop.sendUserMessage(h.chatId, 'Hi');
    await h.settled();
    await h.passSleep(2_000);
    expect(h.time.delays).toContain(2_000);
    await h.sidesSettled();
    expect((await h.record()).chat.title).toBe('Greeting');
    expect((await h.usage()).filter(({ kind }) => kind === 'title')).toHaveLength(1);
  });

  it('leaves nothing behind if the worker dies meanwhile, and is requested after the next run', async () => {
    const h = await createSideHarness([says('Hello.'), hangs, says('Fine.'), says('Greeting')], TITLES);
    await h.loop.sendUserMessage(h.chatId, 'Hi');
    await h.settled();
    h.restartSides();
    expect(roles((await h.record()).conversation)).toEqual(['user', 'assistant']);
    expect((await h.send('How are you?')).chat.title).toBe('Greeting');
  });

  it('is not changed if the user enters one meanwhile', async () => {
    const held = heldBack([{ type: 'content', text: 'Gree' }], says('ting'));
    const h = await createSideHarness([says('Hello.'), held.turn], TITLES);
    await h.loop.sendUserMessage(h.chatId, 'Hi');
    await h.settled();
    await held.reached;
    await h.db.chats.update(h.chatId, { title: 'Mine', titleSource: 'user' });
    held.release();
    await h.sidesSettled();
    expect((await h.record()).chat).toMatchObject({ title: 'Mine', titleSource: 'user' });
  });

  it('has no key of the connection in what is stored of it', async () => {
    const h = await createSideHarness(
      [
        says('Hello.'),
        () => {
          throw new StewardError('server', 'It failed.', { remedy: 'Try again.', details: 'sk-secret' });
        },
      ],
      TITLES,
    );
    h.deps.endpoints.endpointOf = async () => ({
      connectionId: 'k',
      endpoint: { baseUrl: 'http://model.test', key: 'sk-secret', headers: {} },
      model: 'm',
    });
    await h.loop.sendUserMessage(h.chatId, 'Hi');
    await h.settled();
    await h.passSleep(1_000);
    await h.sidesSettled();
    expect(h.logged.filter(({ topic }) => topic === 'chat.title')).toHaveLength(1);
    expect(JSON.stringify([await h.sent(), await h.usage(), h.logged])).not.toContain('sk-secret');
  });
});

function counts(tokens: number) {
  return {
    promptTokens: tokens,
    completionTokens: 1,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
  };
}
