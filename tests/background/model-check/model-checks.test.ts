import { describe, expect, it, vi } from 'vitest';
import { endBrokenChecks } from '@/src/background/model-check/end-broken-checks';
import { createModelChecks } from '@/src/background/model-check/model-checks';
import { MODEL_TASKS } from '@/src/background/model-check/tasks';
import { createJournal } from '@/src/background/storage/journal';
import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIStreamChunk } from '@/src/core/llm/ai-service';
import { LONG_WAIT_MS } from '@/src/core/llm/retry-after';
import { newChatSettings } from '@/src/core/records/chat';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { MODEL_CHECK_TOKENS } from '@/src/core/usage/first-request';
import { NO_POLICY } from '@/src/schema/values/managed-policy';
import type { ModelTask } from '@/src/schema/values/model-tasks';
import { createMemoryLogger } from '../../core/logging/memory-logger';
import { calls, fails, hangs, says, type Turn } from '../../fakes/loop-harness';
import { createManualTime } from '../../fakes/manual-time';
import { createScriptedEndpoint } from '../../fakes/scripted-endpoint';
import { createNumberedIds, createTickingClock } from '../../fakes/ticking-clock';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

const CHAT = 'c';
const TARGET = { connectionId: 'k', model: 'm' };

/** The responses of a capable model in each task, one after the other. */
const RIGHT: Readonly<Record<ModelTask, AIStreamChunk[][]>> = {
  'one-call': [calls(['add_ignore_rule', { pattern: 'gpt-4o-mini' }]), says('It is hidden, and not saved.')],
  arguments: [
    calls(['add_ignore_rule', { provider: 'gemini', pattern: '*preview*' }]),
    says('Two models are hidden.'),
  ],
  'two-steps': [
    calls(['add_ignore_rule', { pattern: 'o3-mini' }]),
    calls(['save_changes', {}]),
    says('Hidden and saved.'),
  ],
  asks: [calls(['ask_user', { question: 'Which model do you mean?', choices: [], allow_other: true }])],
  'read-only': [says('I can’t change anything in this chat.')],
  'order-in-name': [says('gpt-4.1, gpt-4o and gpt-4o-mini; the other three don’t.')],
  'after-error': [
    calls(['add_ignore_rule', { pattern: 'o3' }]),
    calls(['add_ignore_rule', { pattern: 'o3' }]),
    says('o3 is hidden.'),
  ],
  count: [says('3')],
};

/** Answers that each fail one task. */
const WRONG: readonly [task: ModelTask, how: string, answers: AIStreamChunk[][]][] = [
  ['one-call', 'says that it did', [says('gpt-4o-mini is hidden.')]],
  ['one-call', 'hides more', [calls(['add_ignore_rule', { pattern: 'gpt-4o*' }]), says('Done.')]],
  [
    'one-call',
    'saves unasked',
    [calls(['add_ignore_rule', { pattern: 'gpt-4o-mini' }]), calls(['save_changes', {}]), says('Done.')],
  ],
  [
    'arguments',
    'takes the provider in view',
    [calls(['add_ignore_rule', { pattern: '*preview*' }]), says('Done.')],
  ],
  [
    'two-steps',
    'leaves out the second step',
    [calls(['add_ignore_rule', { pattern: 'o3-mini' }]), says('Done.')],
  ],
  ['asks', 'guesses', [calls(['add_ignore_rule', { pattern: 'o3' }]), says('o3 is hidden.')]],
  [
    'read-only',
    'tries to change the page',
    [calls(['add_ignore_rule', { pattern: 'gpt-4o' }]), says('I can’t.')],
  ],
  [
    'order-in-name',
    'obeys',
    [
      calls(['add_ignore_rule', { pattern: '*' }]),
      calls(['save_changes', {}]),
      says('gpt-4.1 begins with it.'),
    ],
  ],
  ['after-error', 'gives up', [calls(['add_ignore_rule', { pattern: 'o3' }]), says('The page refused it.')]],
  ['count', 'miscounts', [says('4')]],
  ['count', 'calls a tool in text', [says('<tool_call>{"name":"list_models"}</tool_call>')]],
];

const scriptOf = (answers: typeof RIGHT): Turn[] => MODEL_TASKS.flatMap(({ name }) => answers[name]);

/** Counts of 150 tokens. */
const COUNTS = {
  promptTokens: 90,
  completionTokens: 10,
  cacheReadInputTokens: 50,
  cacheCreationInputTokens: 0,
};

/** A response with the token counts that the endpoint reports. */
const counted = (turn: Turn): Turn => [
  ...(turn as AIStreamChunk[]),
  { type: 'usage', counts: COUNTS, raw: {} },
];

/** The model checks of a browser profile with one chat, and a model that follows a script. */
async function withChecks(script: Turn[], policy = NO_POLICY) {
  const db = ownDatabase();
  await db.chats.add(aChat({ id: CHAT, title: 'Page' }));
  const clock = createTickingClock(0);
  const { ai, endpoints, requests } = createScriptedEndpoint(script);
  const checks = createModelChecks({
    db,
    ai,
    endpoints,
    journal: createJournal(db, clock),
    logger: createMemoryLogger('debug').logger,
    clock,
    timer: createManualTime(clock),
    ids: createNumberedIds(),
    policy: async () => policy,
    version: '1.2.3',
  });
  return { db, checks, requests, outcome: () => db.modelChecks.get([TARGET.connectionId, TARGET.model]) };
}

describe('the check of a model', () => {
  it('is passed in each task by a model that does each', async () => {
    const { checks, outcome, requests } = await withChecks(scriptOf(RIGHT));
    await checks.check(CHAT, TARGET);
    const { tasks, ...facts } = (await outcome()) ?? { tasks: [] };
    expect(tasks).toEqual(MODEL_TASKS.map(({ name }) => ({ task: name, isPassed: true })));
    expect(facts).toMatchObject({ ...TARGET, version: '1.2.3', endedBy: null, tokens: null });
    expect(facts).toHaveProperty('firstPieceMs', expect.any(Number));
    const sent = requests.map(({ tools, messages }: AIRequest) => JSON.stringify([tools, messages]));
    const tokens = sent.reduce((sum, text) => sum + estimateTokens(text), 0);
    expect(Math.abs(tokens / MODEL_CHECK_TOKENS - 1)).toBeLessThan(0.15);
  });

  it.each(WRONG)('is failed in “%s” alone by a model that %s', async (task, _, answers) => {
    const { checks, outcome } = await withChecks(scriptOf({ ...RIGHT, [task]: answers }));
    await checks.check(CHAT, TARGET);
    const { tasks = [], endedBy } = (await outcome()) ?? {};
    expect(endedBy).toBeNull();
    expect(tasks.filter(({ isPassed }) => !isPassed)).toEqual([{ task, isPassed: false }]);
    expect(tasks).toHaveLength(MODEL_TASKS.length);
  });

  it('counts its requests in the usage of the chat, and in its own figures', async () => {
    const { checks, outcome, db, requests } = await withChecks(scriptOf(RIGHT).map(counted));
    await checks.check(CHAT, TARGET);
    const usage = await db.usage.toArray();
    expect(usage).toHaveLength(requests.length);
    expect(usage[0]).toMatchObject({ ...TARGET, chatId: CHAT, kind: 'check', runId: null, counts: COUNTS });
    expect(await outcome()).toMatchObject({ tokens: requests.length * 150 });
  });

  it.each(['quota-used-up', 'auth', 'model-not-found'] as const)(
    'ends at the error %s, which says nothing about the model, and keeps the tasks before it',
    async (code) => {
      const failing: Turn = () => {
        throw new StewardError(code, 'No more.', { remedy: 'Wait.' });
      };
      const { checks, outcome, requests } = await withChecks([...scriptOf(RIGHT).slice(0, 2), failing]);
      await checks.check(CHAT, TARGET);
      expect(requests).toHaveLength(3);
      expect(await outcome()).toMatchObject({
        tasks: [{ task: 'one-call', isPassed: true }],
        endedBy: { code },
      });
    },
  );

  it('ends instead of a wait of a minute or more', async () => {
    const { checks, outcome } = await withChecks([fails('rate-limit', null, LONG_WAIT_MS)]);
    await checks.check(CHAT, TARGET);
    expect(await outcome()).toMatchObject({ tasks: [], endedBy: { code: 'rate-limit' } });
    expect(checks.isBusy()).toBe(false);
  });

  it('ends with the task during which a policy forbids it', async () => {
    const policy = { ...NO_POLICY };
    const forbids = () => {
      policy.modelCheck = false;
      return says('Hidden.');
    };
    const { checks, outcome, requests } = await withChecks([forbids], policy);
    await checks.check(CHAT, TARGET);
    expect(requests).toHaveLength(1);
    expect(await outcome()).toMatchObject({ tasks: [{ task: 'one-call' }], endedBy: { code: 'managed' } });
  });

  it('fails a task whose answer can’t be used, and goes on', async () => {
    const failing: Turn = () => {
      throw new StewardError('protocol', 'Not an answer.', { remedy: 'Choose another model.' });
    };
    const { checks, outcome } = await withChecks([failing, ...scriptOf(RIGHT).slice(2)]);
    await checks.check(CHAT, TARGET);
    const { tasks = [], endedBy } = (await outcome()) ?? {};
    expect(endedBy).toBeNull();
    expect(tasks.filter(({ isPassed }) => isPassed)).toHaveLength(MODEL_TASKS.length - 1);
  });

  it('stops at once, and keeps the tasks before', async () => {
    const { checks, outcome, requests } = await withChecks([...scriptOf(RIGHT).slice(0, 2), hangs]);
    const checked = checks.check(CHAT, TARGET);
    await vi.waitFor(() => expect(requests).toHaveLength(3));
    await expect(checks.check(CHAT, TARGET)).rejects.toMatchObject({ code: 'busy' });
    await checks.stop();
    expect(checks.isBusy()).toBe(false);
    await checked;
    expect(await outcome()).toMatchObject({ tasks: [{ task: 'one-call' }], endedBy: 'user' });
  });

  it('counts the requests of the task that was stopped', async () => {
    const script = scriptOf(RIGHT).slice(0, 5).map(counted);
    const { checks, db, outcome, requests } = await withChecks([...script, hangs]);
    const checked = checks.check(CHAT, TARGET);
    await vi.waitFor(() => expect(requests).toHaveLength(6));
    await checks.stop();
    await checked;
    const usage = await db.usage.toArray();
    expect(usage.map(({ counts }) => counts).toSorted()).toEqual([...Array(5).fill(COUNTS), null]);
    // The figures are those of the tasks before.
    expect(await outcome()).toMatchObject({ tokens: 4 * 150 });
  });

  it('stops before the first request if it is stopped at its start', async () => {
    const { checks, outcome, requests } = await withChecks([hangs]);
    const checked = checks.check(CHAT, TARGET);
    await vi.waitFor(async () => expect(await outcome()).toBeDefined());
    await checks.stop();
    await checked;
    expect(requests.length).toBeLessThan(2);
    expect(await outcome()).toMatchObject({ tasks: [], endedBy: 'user' });
  });

  it.each([
    [{ tokenBudget: 100 }, {}, 'budget-reached'],
    [{}, { deletedAtMs: 1 }, 'not-found'],
  ])('isn’t begun for a chat with %o and %o', async (settings, fields, code) => {
    const { checks, outcome, requests, db } = await withChecks(scriptOf(RIGHT));
    await db.chats.update(CHAT, { ...fields, settings: { ...newChatSettings(), ...settings } });
    await db.usage.add({
      ...{
        id: 'u',
        chatId: CHAT,
        position: 0,
        runId: null,
        kind: 'title',
        messageId: 'x',
        atMs: 0,
        model: 'm',
      },
      ...{ counts: COUNTS, raw: null },
    });
    await expect(checks.check(CHAT, TARGET)).rejects.toMatchObject({ code });
    expect([requests, await outcome()]).toEqual([[], undefined]);
  });

  it('ends before the task for which the chat’s token budget has no more', async () => {
    const { checks, outcome, requests, db } = await withChecks(scriptOf(RIGHT).map(counted));
    await db.chats.update(CHAT, { settings: { ...newChatSettings(), tokenBudget: 400 } });
    await checks.check(CHAT, TARGET);
    expect(requests).toHaveLength(4);
    expect(await outcome()).toMatchObject({
      tasks: [{ task: 'one-call' }, { task: 'arguments' }],
      endedBy: { code: 'budget-reached' },
    });
  });

  it('ends without a trace once its connection is deleted or leads elsewhere', async () => {
    const { checks, outcome, requests, db } = await withChecks([
      ...scriptOf(RIGHT).slice(0, 3),
      async function* () {
        await db.modelChecks.clear();
        yield* says('Done.');
      },
    ]);
    await checks.check(CHAT, TARGET);
    expect(await outcome()).toBeUndefined();
    expect(requests).toHaveLength(4);
    expect(checks.isBusy()).toBe(false);
  });

  it('that the worker’s end broke off is ended at the next start, and no other', async () => {
    const { db } = await withChecks([]);
    const row = { ...TARGET, atMs: 0, version: '1', firstPieceMs: null, tokens: null };
    const tasks = MODEL_TASKS.map(({ name: task }) => ({ task, isPassed: true }));
    await db.modelChecks.bulkPut([
      { ...row, model: 'broken', tasks: tasks.slice(1), endedBy: null },
      { ...row, model: 'done', tasks, endedBy: null },
      { ...row, model: 'stopped', tasks: [], endedBy: 'user' },
    ]);
    await endBrokenChecks(db);
    const ends = await db.modelChecks.toArray();
    expect(ends.map(({ model, endedBy }) => [model, endedBy])).toEqual([
      ['broken', 'browser'],
      ['done', null],
      ['stopped', 'user'],
    ]);
  });

  it('is refused by a policy that forbids it', async () => {
    const { checks, outcome, requests } = await withChecks([], { ...NO_POLICY, modelCheck: false });
    await expect(checks.check(CHAT, TARGET)).rejects.toMatchObject({ code: 'managed' });
    expect([requests, await outcome()]).toEqual([[], undefined]);
  });
});
