import { describe, expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/openai-service';
import type { RawReply } from '../fakes/raw-endpoint';
import {
  answerWith,
  closedOf,
  DONE,
  delta,
  PATIENT,
  REQUEST,
  run,
  start,
  TIMEOUT_MS,
} from '../fakes/streamed-response';

describe('silence', () => {
  const deps = { fetch, firstByteTimeoutMs: TIMEOUT_MS, idleTimeoutMs: TIMEOUT_MS };

  it.each([
    ['before the headers', () => {}],
    ['after the headers', (reply: RawReply) => reply.head(200, { 'content-type': 'text/event-stream' })],
    ['after the headers of an error', (reply: RawReply) => reply.head(500)],
  ])('before the first byte is a time-out, and the connection is closed: %s', async (_, script) => {
    const { raw, endpoint } = await start((reply) => {
      script(reply);
    });

    const { error } = await run(endpoint, { deps: { ...deps, idleTimeoutMs: 10_000 } });

    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining(`begin to answer within ${TIMEOUT_MS / 1_000} s`),
    });
    await closedOf(raw);
  });

  it('in mid-stream is a time-out, and the connection is closed', async () => {
    const { raw, endpoint } = await start((reply) => {
      return reply.write(delta({ content: 'Well' }));
    });

    const { chunks, error } = await run(endpoint, { deps: { ...deps, firstByteTimeoutMs: 10_000 } });

    expect(chunks).toEqual([{ type: 'content', text: 'Well' }]);
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('stopped coming') });
    await closedOf(raw);
  });

  it('of the reader is none: slow work between chunks costs no time', async () => {
    const { endpoint } = await start((reply) =>
      answerWith(reply, delta({ content: 'a' }), delta({ content: 'b' }, 'stop') + DONE),
    );

    const { chunks, error } = await run(endpoint, {
      deps: { ...deps, firstByteTimeoutMs: 10_000 },
      onChunk: () => new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS * 1.5)),
    });

    expect(error).toBeNull();
    expect(chunks).toHaveLength(3);
  });
});

describe('stopping', () => {
  it.each([
    ['before the first byte', ''],
    ['in mid-stream', delta({ content: 'Well' })],
    ['after the finish reason', delta({ content: 'Well' }, 'stop')],
  ])('%s closes the connection at the endpoint and throws aborted', async (_, body) => {
    const stop = new AbortController();
    const { raw, endpoint } = await start(async (reply) => {
      if (body !== '') await reply.write(body);
      stop.abort();
    });

    const { error } = await run(endpoint, { signal: stop.signal });

    expect(error?.code).toBe('aborted');
    await closedOf(raw);
  });

  it('holds back what was read but not handed out', async () => {
    const stop = new AbortController();
    const { endpoint } = await start((reply) =>
      answerWith(reply, delta({ content: 'a' }) + delta({ content: 'b' }, 'stop') + DONE),
    );

    const { chunks, error } = await run(endpoint, { signal: stop.signal, onChunk: () => stop.abort() });

    expect(chunks).toEqual([{ type: 'content', text: 'a' }]);
    expect(error?.code).toBe('aborted');
  });

  it('before anything was sent sends nothing', async () => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));

    const { error } = await run(endpoint, { signal: AbortSignal.abort() });

    expect(error?.code).toBe('aborted');
    expect(raw.requests).toEqual([]);
  });

  it('to read closes the connection too', async () => {
    const { raw, endpoint } = await start((reply) => {
      return reply.write(delta({ content: 'Well' }));
    });
    const { signal } = new AbortController();

    for await (const chunk of createOpenAIService(PATIENT).stream(endpoint, REQUEST, signal)) {
      expect(chunk.type).toBe('content');
      break;
    }

    await closedOf(raw);
  });
});
