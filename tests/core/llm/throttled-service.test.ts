import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { AIService, AIStreamChunk } from '@/src/core/llm/ai-service';
import { throttled } from '@/src/core/llm/throttled-service';
import { REQUEST } from '../../fakes/streamed-response';
import { aRequestQueue } from './a-request-queue';

const ENDPOINT = { baseUrl: 'http://a.test/v1', key: null, headers: {} };
const SAID: AIStreamChunk = { type: 'content', text: 'Hello.' };

const { signal } = new AbortController();

function createService(fail: () => StewardError | null) {
  const { time, queue } = aRequestQueue();
  const sent: string[] = [];
  const ai: AIService = {
    async *stream(endpoint) {
      sent.push(endpoint.baseUrl);
      const error = fail();
      if (error !== null) throw error;
      yield SAID;
    },
    listModels: async () => [],
  };
  const service = throttled(ai, queue);
  const open = () => service.stream(ENDPOINT, REQUEST, signal)[Symbol.asyncIterator]();
  return {
    time,
    sent,
    service,
    /** Sends as many requests as the endpoint may have, which stay open. */
    async occupy() {
      const streams = [open(), open()];
      for (const stream of streams) await stream.next();
      return streams;
    },
  };
}

async function read(stream: AsyncIterable<AIStreamChunk>): Promise<AIStreamChunk[]> {
  const chunks: AIStreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

function rateLimit(retryAfterMs: number): StewardError {
  return new StewardError('rate-limit', 'Too many requests.', { remedy: 'Wait.', report: { retryAfterMs } });
}

describe('a throttled service', () => {
  it('passes a request on at once, without a word, if the endpoint is free', async () => {
    const { service } = createService(() => null);
    expect(await read(service.stream(ENDPOINT, REQUEST, signal))).toEqual([SAID]);
  });

  it('says that a request waits, and when it is sent', async () => {
    const { service, sent, occupy } = createService(() => null);
    const open = await occupy();
    const third = read(service.stream(ENDPOINT, REQUEST, signal));
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toHaveLength(2);
    await open[0]?.return?.();
    expect(await third).toEqual([
      { type: 'queued', reason: 'in-flight', untilMs: null },
      { type: 'sent' },
      SAID,
    ]);
  });

  it('sends nothing to an endpoint that asked to wait, for any chat, until then', async () => {
    const errors = [rateLimit(5_000)];
    const { service, sent, time } = createService(() => errors.pop() ?? null);
    await expect(read(service.stream(ENDPOINT, REQUEST, signal))).rejects.toMatchObject({
      code: 'rate-limit',
    });
    const other = read(service.stream({ ...ENDPOINT, baseUrl: 'http://a.test/other' }, REQUEST, signal));
    await time.pass(4_999);
    expect(sent).toHaveLength(1);
    await time.pass(1);
    expect(await other).toEqual([
      { type: 'queued', reason: 'asked-to-wait', untilMs: 6_000 },
      { type: 'sent' },
      SAID,
    ]);
  });

  it.each([
    ['that asks for more than an hour: each chat fails at once', rateLimit(3_600_001)],
    [
      'that asks for nothing',
      new StewardError('server', 'Broken.', { remedy: 'Retry.', report: { retryAfterMs: null } }),
    ],
  ])('does not keep others from an endpoint %s', async (_, error) => {
    const errors = [error];
    const { service } = createService(() => errors.pop() ?? null);
    await expect(read(service.stream(ENDPOINT, REQUEST, signal))).rejects.toBe(error);
    expect(await read(service.stream(ENDPOINT, REQUEST, signal))).toEqual([SAID]);
  });

  it('ends the wait of a stopped request with `aborted`, and sends the next one', async () => {
    const { service, sent, occupy } = createService(() => null);
    const open = await occupy();
    const stop = new AbortController();
    const stopped = read(service.stream(ENDPOINT, REQUEST, stop.signal));
    const next = read(service.stream(ENDPOINT, REQUEST, signal));
    await new Promise((resolve) => setTimeout(resolve));
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    await open[1]?.return?.();
    expect((await next).at(-1)).toEqual(SAID);
    expect(sent).toHaveLength(3);
  });

  it('lists models at once', async () => {
    const { service, occupy } = createService(() => null);
    await occupy();
    expect(await service.listModels(ENDPOINT, signal)).toEqual([]);
  });
});
