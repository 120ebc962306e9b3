import { describe, expect, it } from 'vitest';
import { createRequestQueue } from '@/src/core/llm/request-queue';
import { throttled } from '@/src/core/llm/throttled-service';
import { createLoopHarness, says } from '../../fakes/loop-harness';

const ENDPOINT = { baseUrl: 'http://model.test', key: null, headers: {} };

/** A chat whose endpoint already works on as many requests as it may. */
async function createBusy() {
  const h = await createLoopHarness([says('Hello.')]);
  const queue = createRequestQueue({ clock: h.clock, timer: h.time });
  const others = [queue.join(ENDPOINT.baseUrl), queue.join(ENDPOINT.baseUrl)];
  h.deps.ai = throttled(h.deps.ai, queue);
  await h.loop.sendUserMessage(h.chatId, 'Hi');
  await expect.poll(() => h.events.some(({ type }) => type === 'request-queued')).toBe(true);
  return { h, others };
}

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
    await h.loop.stop(h.chatId);
    const { run } = await h.settled();
    expect(run?.status).toMatchObject({ outcome: 'stopped' });
    expect(h.requests).toEqual([]);
    expect(await h.db.usage.toArray()).toEqual([]);
    expect(await h.roles()).toEqual(['user']);
  });
});
