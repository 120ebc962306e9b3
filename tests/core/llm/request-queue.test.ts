import { describe, expect, it } from 'vitest';
import { createRequestQueue, MAX_REQUESTS_IN_FLIGHT, type QueuePlace } from '@/src/core/llm/request-queue';
import { aRequestQueue } from './a-request-queue';

const A = 'http://a.test';
const B = 'http://b.test';

const states = (places: readonly QueuePlace[]) => places.map((place) => place.wait()?.reason ?? 'sent');
const { signal } = new AbortController();

describe('the queue of an endpoint', () => {
  it('sends as many requests as allowed, and the others in their order when one ends', () => {
    const { queue } = aRequestQueue();
    const places = Array.from({ length: MAX_REQUESTS_IN_FLIGHT + 2 }, () => queue.join(A, 'c', 'm'));
    expect(states(places)).toEqual(['sent', 'sent', 'in-flight', 'in-flight']);
    places[1]?.leave();
    expect(states(places)).toEqual(['sent', 'sent', 'sent', 'in-flight']);
    places[0]?.leave();
    expect(states(places)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('is apart from that of another endpoint', () => {
    const { queue } = aRequestQueue();
    const places = [A, A, A, B].map((origin) => queue.join(origin, 'c', 'm'));
    expect(states(places)).toEqual(['sent', 'sent', 'in-flight', 'sent']);
  });

  it('skips a request that gave its place up', () => {
    const { queue } = aRequestQueue();
    const [first, , third, fourth] = Array.from({ length: 4 }, () => queue.join(A, 'c', 'm'));
    third?.leave();
    first?.leave();
    expect(fourth?.wait()).toBeNull();
  });

  it('reports a change to the request that waits for one, also if it happened before', async () => {
    const { queue } = aRequestQueue();
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => queue.join(A, 'c', 'm'));
    third?.wait();
    fourth?.wait();
    first?.leave();
    await third?.change(signal);
    const change = fourth?.change(signal);
    second?.leave();
    await change;
    expect(fourth?.wait()).toBeNull();
  });

  it('ends the wait for a change when the request is stopped', async () => {
    const { queue } = aRequestQueue();
    const [, , third] = Array.from({ length: 3 }, () => queue.join(A, 'c', 'm'));
    third?.wait();
    const stop = new AbortController();
    const change = third?.change(stop.signal);
    const reason = new Error('Stopped.');
    stop.abort(reason);
    await expect(change).rejects.toBe(reason);
    await expect(third?.change(stop.signal)).rejects.toBe(reason);
  });
});

describe('an endpoint that asks to wait', () => {
  it('gets no request until then; afterwards those that waited, in order', async () => {
    const { queue, time } = aRequestQueue();
    queue.hold(A, 5_000, 'other', 'm');
    const places = Array.from({ length: 3 }, () => queue.join(A, 'c', 'm'));
    expect(places[0]?.wait()).toEqual({ reason: 'asked-to-wait', untilMs: 6_000 });
    expect(states([queue.join(B, 'c', 'm')])).toEqual(['sent']);
    await time.pass(4_999);
    expect(states(places)).toEqual(['asked-to-wait', 'asked-to-wait', 'asked-to-wait']);
    const change = places[2]?.change(signal);
    await time.pass(1);
    await change;
    expect(states(places)).toEqual(['sent', 'sent', 'in-flight']);
  });

  it('gets requests of the chat that received the wait without delay, because the chat’s run delays them itself', async () => {
    const { queue, time } = aRequestQueue();
    const earlier = queue.join(A, 'c', 'm');
    void queue.hold(A, 5_000, 'asked', 'm');
    const places = ['c', 'asked', undefined].map((chatId) => queue.join(A, chatId, 'm'));
    expect(states(places)).toEqual(['asked-to-wait', 'sent', 'asked-to-wait']);
    earlier.leave();
    await time.pass(5_000);
    expect(states(places)).toEqual(['sent', 'sent', 'in-flight']);
  });

  it('is left alone no longer than that if the clock is set back meanwhile', async () => {
    let nowMs = 10_000_000;
    const ends: (() => void)[] = [];
    const queue = createRequestQueue({
      clock: { now: () => nowMs },
      timer: { sleep: () => new Promise((resolve) => ends.push(resolve)) },
    });
    const held = queue.hold(A, 5_000, 'other', 'm');
    const place = queue.join(A, 'c', 'm');
    nowMs -= 3_600_000;
    ends[0]?.();
    await held;
    expect(place.wait()).toBeNull();
    expect(ends).toHaveLength(1);
  });

  it('gets none when a request that was in flight ends meanwhile', () => {
    const { queue } = aRequestQueue();
    const places = Array.from({ length: 3 }, () => queue.join(A, 'c', 'm'));
    queue.hold(A, 5_000, 'other', 'm');
    places[0]?.leave();
    expect(states(places.slice(2))).toEqual(['asked-to-wait']);
  });

  it('is waited for as long as its longest request says', async () => {
    const { queue, time } = aRequestQueue();
    queue.hold(A, 5_000, 'other', 'm');
    queue.hold(A, 1_000, 'other', 'm');
    const place = queue.join(A, 'c', 'm');
    expect(place.wait()).toMatchObject({ untilMs: 6_000 });
    queue.hold(A, 9_000, 'other', 'm');
    await place.change(signal);
    expect(place.wait()).toMatchObject({ untilMs: 10_000 });
    await time.pass(5_000);
    expect(place.wait()).not.toBeNull();
    await time.pass(4_000);
    expect(place.wait()).toBeNull();
  });
});

describe('a wait for one model', () => {
  it('holds no request for another model', () => {
    const { queue } = aRequestQueue();
    queue.hold(A, 5_000, 'other', 'm');
    expect(states([queue.join(A, 'c', 'm'), queue.join(A, 'c', 'n')])).toEqual(['asked-to-wait', 'sent']);
  });

  it('ends for all chats once the model answers one', async () => {
    const { queue, time } = aRequestQueue();
    queue.hold(A, 5_000, 'other', 'm');
    queue.hold(A, 5_000, 'other', 'n');
    const places = [queue.join(A, 'c', 'm'), queue.join(A, 'c', 'n')];
    expect(states(places)).toEqual(['asked-to-wait', 'asked-to-wait']);
    queue.free(A, 'm');
    expect(states(places)).toEqual(['sent', 'asked-to-wait']);
    await time.pass(5_000);
    expect(states(places)).toEqual(['sent', 'sent']);
  });
});
