import { describe, expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import type { RawReply } from '../../fakes/raw-endpoint';
import {
  answerWith,
  closedOf,
  DONE,
  delta,
  event,
  PATIENT,
  REQUEST,
  run,
  runWith,
  start,
  TIMEOUT_MS,
} from '../../fakes/streamed-response';

describe('the time limit of a silent endpoint', () => {
  const deps = { ...PATIENT, firstByteTimeoutMs: TIMEOUT_MS, idleTimeoutMs: TIMEOUT_MS };

  it.each([
    ['before the headers', () => {}],
    ['after the headers', (reply: RawReply) => reply.head(200, { 'content-type': 'text/event-stream' })],
    ['after a comment', (reply: RawReply) => reply.write(': waiting\n\n')],
    ['after an event without a piece', (reply: RawReply) => reply.write(delta({ role: 'assistant' }))],
  ])('ends the wait for the first piece with a timeout and closes the connection: %s', async (_, script) => {
    const { raw, error } = await runWith(
      (reply) => {
        script(reply);
      },
      { deps: { ...deps, idleTimeoutMs: 10_000 } },
    );

    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining(`begin to answer within ${TIMEOUT_MS / 1_000} s`),
    });
    await closedOf(raw);
  });

  it('ends a silent stream with a timeout and closes the connection', async () => {
    const { raw, chunks, error } = await runWith(
      (reply) => {
        return reply.write(delta({ content: 'Well' }));
      },
      { deps: { ...deps, firstByteTimeoutMs: 10_000 } },
    );

    expect(chunks).toEqual([{ type: 'content', text: 'Well' }]);
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('stopped coming') });
    await closedOf(raw);
  });

  it('is longer before the first piece than between later ones', async () => {
    const { error } = await runWith(
      async (reply) => {
        await reply.write(`: waiting\n\n${delta({ role: 'assistant' })}`);
        await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS * 1.5));
        await answerWith(reply, delta({ content: 'Yes' }, 'stop'), DONE);
      },
      { deps: { ...deps, firstByteTimeoutMs: 10_000 } },
    );

    expect(error).toBeNull();
  });

  it.each([
    ['first piece', { firstPieceMs: TIMEOUT_MS, pauseMs: null }, ''],
    ['pause', { firstPieceMs: null, pauseMs: TIMEOUT_MS }, delta({ content: 'Well' })],
  ])('can be set per connection: %s', async (_, waits, body) => {
    const { endpoint } = await start((reply) => reply.write(`: waiting\n\n${body}`));

    expect((await run({ ...endpoint, waits })).error?.code).toBe('timeout');
  });

  it('counts from the request if the connection sets it, whatever comments come', async () => {
    const { endpoint } = await start(async (reply) => {
      for (let times = 0; times < 8; times += 1) {
        await reply.write(': waiting\n\n');
        await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS / 3));
      }
      await answerWith(reply, delta({ content: 'Late' }, 'stop'), DONE);
    });

    const { error } = await run({ ...endpoint, waits: { firstPieceMs: TIMEOUT_MS, pauseMs: null } });
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('begin to answer') });
    expect((await run(endpoint, { deps })).error).toBeNull();
  });

  it('doesn’t count the reader’s own time between chunks', async () => {
    const { chunks, error } = await runWith(
      (reply) => answerWith(reply, delta({ content: 'a' }), delta({ content: 'b' }, 'stop') + DONE),
      {
        deps: { ...deps, firstByteTimeoutMs: 10_000 },
        onChunk: () => new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS * 1.5)),
      },
    );

    expect(error).toBeNull();
    expect(chunks).toHaveLength(3);
  });
});

describe('a stopped request', () => {
  it.each([
    ['before the first byte', ''],
    ['in mid-stream', delta({ content: 'Well' })],
    ['after the finish reason', delta({ content: 'Well' }, 'stop')],
  ])('%s closes the connection at the endpoint and throws aborted', async (_, body) => {
    const stop = new AbortController();
    const { raw, error } = await runWith(
      async (reply) => {
        if (body !== '') await reply.write(body);
        stop.abort();
      },
      { signal: stop.signal },
    );

    expect(error?.code).toBe('aborted');
    await closedOf(raw);
  });

  it('discards chunks that were read but not yet yielded', async () => {
    const stop = new AbortController();
    const { chunks, error } = await runWith(
      (reply) => answerWith(reply, delta({ content: 'a' }) + delta({ content: 'b' }, 'stop') + DONE),
      { signal: stop.signal, onChunk: () => stop.abort() },
    );

    expect(chunks).toEqual([{ type: 'content', text: 'a' }]);
    expect(error?.code).toBe('aborted');
  });

  it('sends nothing if it was stopped before it started', async () => {
    const { raw, error } = await runWith((reply) => answerWith(reply, DONE), { signal: AbortSignal.abort() });

    expect(error?.code).toBe('aborted');
    expect(raw.requests).toEqual([]);
  });

  it('closes the connection when the reader stops iterating', async () => {
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

describe('data after a complete answer', () => {
  const deps = { ...PATIENT, restTimeoutMs: TIMEOUT_MS };

  it.each([
    ['nothing', (_reply: RawReply) => {}],
    ['comments without end', (reply: RawReply) => repeat(reply, ': waiting\n\n')],
  ])('is awaited only briefly: %s after the finish reason', async (_, rest) => {
    const { raw, chunks, error } = await runWith(
      async (reply) => {
        await reply.write(delta({ content: 'Yes' }, 'stop'));
        rest(reply);
      },
      { deps },
    );

    expect(error).toBeNull();
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    await closedOf(raw);
  });

  it('is read if it is usage that arrives shortly after', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    expect(
      (
        await runWith(async (reply) => {
          await reply.write(delta({ content: 'Yes' }, 'stop'));
          await answerWith(reply, event({ choices: [], usage }));
        })
      ).chunks.at(-1),
    ).toMatchObject({ type: 'usage', raw: usage });
  });

  it('counts as more of the answer if it is text', async () => {
    const { chunks, error } = await runWith(
      async (reply) => {
        await reply.write(delta({ content: 'Y' }, 'stop') + delta({ content: 'e' }));
        await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS * 1.5));
        await answerWith(reply, delta({ content: 's' }, 'stop'));
      },
      { deps },
    );

    expect(error).toBeNull();
    expect(chunks.filter(({ type }) => type === 'content')).toHaveLength(3);
  });
});

describe('the body of an error', () => {
  const deps = { ...PATIENT, restTimeoutMs: TIMEOUT_MS };
  const words = '{"error":{"message":"No such tool"}}';

  it.each([
    ['never starts', 500, '', (_reply: RawReply) => {}],
    ['never ends', 400, 'No such tool', (_reply: RawReply) => {}],
    ['is endless and slow', 400, 'No such tool', (reply: RawReply) => repeat(reply, ' ')],
    ['is endless and fast', 400, 'No such tool', (reply: RawReply) => repeat(reply, ' '.repeat(50_000))],
  ])(
    '%s → error with status and the text so far, and the connection is closed',
    async (_, status, said, rest) => {
      const { raw, error } = await runWith(
        async (reply) => {
          reply.head(status);
          if (said !== '') await reply.write(words);
          rest(reply);
        },
        { deps },
      );

      expect(error?.code).toBe(status === 500 ? 'server' : 'protocol');
      expect(error?.details).toContain(`HTTP ${status}`);
      expect(error?.details).toContain(said);
      await closedOf(raw);
    },
  );
});

describe('a body that exceeds the bounds', () => {
  it.each([
    ['one line without end', ['data: ', ...Array<string>(20).fill('x'.repeat(1_000_000))]],
    ['an answer of one line', ['{"choices":', ...Array<string>(20).fill(' '.repeat(1_000_000))]],
  ])('%s → error that states the bound', async (_, packets) => {
    const encoder = new TextEncoder();
    const waiting = packets.map((packet) => encoder.encode(packet));
    const body = () =>
      new ReadableStream({
        pull(controller) {
          const packet = waiting.shift();
          if (packet === undefined) controller.close();
          else controller.enqueue(packet);
        },
      });
    const { error } = await run(
      { baseUrl: 'https://models.example/v1', key: null, headers: {} },
      { deps: { ...PATIENT, fetch: async () => new Response(body()) } },
    );

    expect(error).toMatchObject({ code: 'protocol', message: expect.stringContaining('too large') });
  });
});

/** Sends the bytes repeatedly until the connection is closed. */
async function repeat(reply: RawReply, bytes: string): Promise<void> {
  for (let count = 0; count < 200; count += 1) await reply.write(bytes);
}
