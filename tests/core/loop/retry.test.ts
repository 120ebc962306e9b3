import { describe, expect, it, vi } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { say } from '@/src/schema/values/said';
import { calls, createLoopHarness, fails, says, type Turn, userSends } from '../../fakes/loop-harness';
import { COUNT, PUBLISH, USAGE } from './made-calls';

const SCHEDULED = 'retry-scheduled';

describe('a request that fails before its first chunk', () => {
  it('is sent up to three times, after 1 s and 2 s, each emitted with its reason, and a retry may succeed', async () => {
    const { h } = await userSends('Hello', [
      fails('network'),
      fails('server', 'HTTP 503: busy'),
      says('Here.'),
    ]);
    expect(h.requests).toHaveLength(1);
    await h.pass(900);
    expect(h.requests).toHaveLength(1);
    await h.pass(100);
    expect(h.requests).toHaveLength(2);
    await h.pass(2_000);
    const { run, conversation } = await h.record();
    expect(h.time.delays).toEqual([1_000, 2_000]);
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null, attempt: 1 });
    expect(conversation.at(-1)).toMatchObject({ content: 'Here.' });
    expect(h.requests[1]).toEqual(h.requests[0]);
    expect(h.requests[2]).toEqual(h.requests[0]);
    expect(h.events.filter(({ type }) => type === SCHEDULED)).toEqual([
      {
        type: SCHEDULED,
        attempt: 1,
        attempts: 3,
        delayMs: 1_000,
        error: { code: 'network', message: 'The endpoint failed: network.', remedy: 'Retry.', details: null },
      },
      {
        type: SCHEDULED,
        attempt: 2,
        attempts: 3,
        delayMs: 2_000,
        error: {
          code: 'server',
          message: 'The endpoint failed: server.',
          remedy: 'Retry.',
          details: 'HTTP 503: busy',
        },
      },
    ]);
    const answer = conversation.at(-1);
    expect(h.events.filter(({ type }) => /^response-/.test(type))).toEqual([
      { type: 'response-started', messageId: answer?.id },
      { type: 'response-ended', messageId: answer?.id, stored: true },
    ]);
  });

  it('is sent as often as the chat allows, after waits as long as it says', async () => {
    const failures = Array.from({ length: 4 }, () => fails('network'));
    const { h } = await userSends('Hello', [...failures, says('Here.')], {
      settings: { requestAttempts: 5, retryDelaySeconds: 3 },
    });
    for (const waitMs of [3_000, 6_000, 12_000, 24_000]) await h.pass(waitMs);
    expect(h.time.delays).toEqual([3_000, 6_000, 12_000, 24_000]);
    expect(h.events.filter(({ type }) => type === SCHEDULED).at(-1)).toMatchObject({
      attempt: 4,
      attempts: 5,
    });
    expect((await h.record()).run).toMatchObject({ status: { outcome: 'completed' }, error: null });
  });

  it('ends the run at once if the chat allows one attempt', async () => {
    const { h, run } = await userSends('Hello', [fails('network')], { settings: { requestAttempts: 1 } });
    expect(run?.error?.code).toBe('network');
    expect(h.time.delays).toEqual([]);
  });

  it('ends the run with its error after the third attempt', async () => {
    const { h } = await userSends('Hello', [fails('network'), fails('network'), fails('rate-limit')]);
    await h.pass(1_000);
    const { run, state } = await h.pass(2_000);
    expect(state).toBe('error');
    expect(run?.error?.code).toBe('rate-limit');
    expect(h.time.isWaited()).toBe(false);
    // Without a response no tokens were used.
    expect(await h.db.usage.count()).toBe(0);
    expect(h.events.slice(-4)).toEqual([
      { type: 'response-ended', messageId: expect.any(String), stored: false },
      { type: 'error', error: run?.error },
      { type: 'status-changed', status: run?.status },
      { type: 'session-ended', reason: 'error' },
    ]);
  });

  it.each([
    [0, [1_000, 2_000]],
    [0.5, [1_125, 2_250]],
    [0.999, [1_250, 2_500]],
  ])('waits with jitter (%f)', async (random, delays) => {
    const h = await createLoopHarness([fails('network'), fails('network'), says('Here.')]);
    h.deps.random = () => random;
    await h.send('Hello');
    await h.pass(2_000);
    await h.pass(3_000);
    expect(h.time.delays).toEqual(delays);
  });

  it.each<[ErrorCode, number, number]>([
    ['rate-limit', 429, 7_000],
    ['server', 503, 90_000],
    ['rate-limit', 429, 3_600_000],
  ])('waits up to an hour, and emits the wait (%s, HTTP %i, %i ms)', async (code, status, waitMs) => {
    const { h } = await userSends('Hello', [fails(code, `HTTP ${status}`, waitMs), says('Here.')]);
    expect(h.events.filter(({ type }) => type === SCHEDULED)).toMatchObject([
      { attempt: 1, delayMs: waitMs, error: { code } },
    ]);
    await h.pass(waitMs - 1_000);
    expect(h.requests).toHaveLength(1);
    expect((await h.pass(1_000)).state).toBe('completed');
  });

  it.each<[ErrorCode, number]>([
    ['rate-limit', 429],
    ['server', 503],
  ])('ends the run at once if the endpoint asks for more than an hour (%s)', async (code, status) => {
    const { h, run } = await userSends('Hello', [fails(code, `HTTP ${status}`, 7_200_000)]);
    expect(run?.error).toMatchObject({ code, details: `HTTP ${status}` });
    expect(h.time.delays).toEqual([]);
  });

  it.each<ErrorCode>(['auth', 'model-not-found', 'context-too-long', 'protocol', 'timeout'])(
    'is not retried after an error that only the user can fix (%s)',
    async (code) => {
      const { h, run } = await userSends('Hello', [fails(code)]);
      expect(run?.error?.code).toBe(code);
      expect(h.time.delays).toEqual([]);
    },
  );

  it('has three new attempts after Retry', async () => {
    const { h } = await userSends('Hello', [
      ...Array.from({ length: 5 }, () => fails('network')),
      says('Here.'),
    ]);
    await h.pass(1_000);
    await h.pass(2_000);
    await h.control('retry');
    await h.pass(1_000);
    const { run } = await h.pass(2_000);
    expect(run).toMatchObject({ attempt: 2, error: null, status: { outcome: 'completed' } });
    expect(h.time.delays).toEqual([1_000, 2_000, 1_000, 2_000]);
  });

  it('after an approved save has as many, and Retry doesn’t save again what changed since', async () => {
    const failures = Array.from({ length: 3 }, () => fails('server'));
    const h = await createLoopHarness([calls(PUBLISH), ...failures, says('Published.')]);
    h.notes.editByHand(['milk', 'eggs']);
    await h.send('Publish');
    await h.decide('approve');
    await h.pass(1_000);
    const failed = await h.pass(2_000);
    expect(failed.run).toMatchObject({ status: { outcome: 'error' }, error: { code: 'server' } });
    expect(h.requests).toHaveLength(4);
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    expect((await h.control('retry')).run).toMatchObject({ status: { outcome: 'completed' }, error: null });
    expect(h.notes.log).toEqual(['publish {}']);
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
    expect(await h.results()).toEqual(['ok: Published 2.']);
  });

  it('has three attempts in each round', async () => {
    const { h } = await userSends('Count', [fails('network'), calls(COUNT), fails('network'), says('1')]);
    await h.pass(1_000);
    expect((await h.pass(1_000)).state).toBe('completed');
    expect(h.time.delays).toEqual([1_000, 1_000]);
  });

  it('can be stopped during the wait, which ends at once, without an accounting row: it used no tokens', async () => {
    const { h } = await userSends('Hello', [fails('network')]);
    expect(h.time.isWaited()).toBe(true);
    await h.loop.stop(h.chatId);
    expect(h.time.isWaited()).toBe(false);
    const { run } = await h.pass(10_000);
    expect(run).toMatchObject({ status: { outcome: 'stopped' }, error: null });
    expect(await h.roles()).toEqual(['user']);
    expect(await h.db.usage.count()).toBe(0);
    expect(h.events.some(({ type }) => type === 'error')).toBe(false);
  });
});

describe('a request that fails after its first chunk', () => {
  const breaksOff: Turn = async function* () {
    yield { type: 'content', text: 'Let me ' };
    throw new StewardError('network', 'The connection broke off.', { remedy: 'Retry.' });
  };

  it('is not retried: shown text is not removed without the user', async () => {
    const { h, run } = await userSends('Hello', [breaksOff, says('Here.')]);
    expect(run?.error).toEqual({
      code: 'network',
      message: 'The connection broke off.',
      remedy: 'Retry.',
      details: null,
    });
    expect(await h.roles()).toEqual(['user', 'partial-answer']);
    expect(await h.db.usage.toArray()).toMatchObject([{ runId: run?.id, counts: null, raw: null }]);
    expect(h.time.delays).toEqual([]);
    await h.control('retry');
    expect(await h.roles()).toEqual(['user', 'accounting', 'assistant']);
  });

  it('stores the usage that the endpoint reported', async () => {
    const { h, run } = await userSends('Hello', [
      async function* () {
        yield USAGE;
        throw new StewardError('network', 'The connection broke off.', { remedy: 'Retry.' });
      },
    ]);
    expect(await h.db.usage.toArray()).toMatchObject([
      { runId: run?.id, model: 'm', counts: USAGE.counts, raw: USAGE.raw },
    ]);
  });
});

it('a defect in Steward ends the run with an error and is not retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { h, run } = await userSends('Hello', [
    () => {
      throw new TypeError('undefined is not a function');
    },
  ]);
  expect(run?.error).toEqual({
    code: 'internal',
    message: say('error.internal'),
    remedy: say('remedy.report'),
    details: 'TypeError: undefined is not a function',
  });
  expect(h.time.delays).toEqual([]);
});
