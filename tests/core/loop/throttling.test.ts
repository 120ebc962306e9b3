import { describe, expect, it } from 'vitest';
import { createRequestQueue } from '@/src/core/llm/request-queue';
import { throttled } from '@/src/core/llm/throttled-service';
import { createLoopHarness, fails, says } from '../../fakes/loop-harness';

const ENDPOINT = { baseUrl: 'http://model.test', key: null, headers: {} };

/** A chat whose endpoint already works on as many requests as it may. */
async function createBusy() {
  const h = await createLoopHarness([says('Hello.')]);
  const queue = createRequestQueue({ clock: h.clock, timer: h.time });
  const others = [queue.join(ENDPOINT.baseUrl, 'other'), queue.join(ENDPOINT.baseUrl, 'other')];
  h.deps.ai = throttled(h.deps.ai, queue);
  await h.write('Hi');
  await expect.poll(() => h.events.some(({ type }) => type === 'request-queued')).toBe(true);
  return { h, others };
}

it('a request that the endpoint asked to delay is sent at once if the user chooses Try now', async () => {
  const h = await createLoopHarness([fails('rate-limit', 'HTTP 429: slow down', 60_000), says('Hello.')]);
  h.deps.ai = throttled(h.deps.ai, createRequestQueue({ clock: h.clock, timer: h.time }));
  await h.write('Hi');
  await expect.poll(() => h.events.some(({ type }) => type === 'retry-scheduled')).toBe(true);
  expect(h.requests).toHaveLength(1);
  await h.loop.requestStatus(h.chatId, { state: 'processing' });
  await expect.poll(() => h.requests.length).toBe(2);
  const { run, conversation } = await h.settled();
  expect(run?.status).toMatchObject({ outcome: 'completed' });
  expect(conversation.at(-1)).toMatchObject({ role: 'assistant', content: 'Hello.' });
});

describe('a request that waits for other chats', () => {
  it('says so, is sent when one of them has its answer, and is no failed attempt', async () => {
    const { h, others } = await createBusy();
    expect(h.requests).toEqual([]);
    others[0]?.leave();
    const { run, conversation } = await h.settled();
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    expect(conversation.at(-1)).toMatchObject({ role: 'assistant', content: 'Hello.' });
    const told = h.events.flatMap((event) =>
      event.type === 'request-queued' || event.type === 'request-sent' ? [event] : [],
    );
    const { messageId } = told[0] ?? { messageId: '' };
    expect(told).toEqual([
      { type: 'request-queued', messageId, wait: { reason: 'in-flight', untilMs: null } },
      { type: 'request-sent', messageId },
    ]);
    expect(h.events.some(({ type }) => type === 'retry-scheduled')).toBe(false);
  });

  it('can be stopped, and has used no tokens then', async () => {
    const { h } = await createBusy();
    const { run } = await h.control('stop');
    expect(run?.status).toMatchObject({ outcome: 'stopped' });
    expect(h.requests).toEqual([]);
    expect(await h.db.usage.toArray()).toEqual([]);
    expect(await h.roles()).toEqual(['user']);
  });
});
