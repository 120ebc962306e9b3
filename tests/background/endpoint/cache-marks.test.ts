import { describe, expect, it } from 'vitest';
import type { AIRequest } from '@/src/core/llm/ai-service';
import {
  answerWith,
  answerYes,
  KEY,
  REQUEST,
  refuse,
  run,
  runWith,
  start,
  YES,
} from '../../fakes/streamed-response';

const request: AIRequest = {
  ...REQUEST,
  messages: [
    { role: 'system', content: 'Be exact.' },
    { role: 'user', content: 'Hello' },
  ],
  cacheMarks: [0],
};
const hasMarks = (body: string) => body.includes('cache_control');

describe('a request with cache marks', () => {
  it('carries them as parts of the messages', async () => {
    const { raw, endpoint } = await start(answerYes);

    expect((await run(endpoint, { request })).chunks).toEqual(YES);

    expect(JSON.parse(raw.requests[0]?.body ?? '').messages).toEqual([
      {
        role: 'system',
        content: [{ type: 'text', text: 'Be exact.', cache_control: { type: 'ephemeral' } }],
      },
      { role: 'user', content: 'Hello' },
    ]);
  });

  it.each([
    ['the field', 400, 'messages.0.cache_control: Extra inputs are not permitted'],
    ['the field in other words', 422, "Unknown field 'cacheControl'"],
    ['content parts', 400, 'messages[0].content: invalid type: sequence, expected a string'],
    [
      'content parts in other words',
      422,
      '[{"loc":["body","messages",0,"content"],"msg":"str type expected"}]',
    ],
  ])('gets its answer from an endpoint that refuses %s, and the refusal', async (_, status, message) => {
    const { raw, chunks, error } = await runWith(
      (reply, { body }) => {
        if (!hasMarks(body)) return answerYes(reply);
        return refuse(reply, status, message);
      },
      { request },
    );

    expect(error).toBeNull();
    expect(chunks).toEqual([{ type: 'cache-marks-refused', reason: `HTTP ${status}: ${message}` }, ...YES]);
    expect(raw.requests.map(({ body }) => hasMarks(body))).toEqual([true, false]);
    expect(JSON.parse(raw.requests[1]?.body ?? '').messages).toEqual(request.messages);
  });

  it('gets its answer in one piece from such an endpoint too', async () => {
    const { chunks } = await runWith(
      (reply, { body }) => {
        reply.head(hasMarks(body) ? 400 : 200, { 'content-type': 'application/json' });
        const answer = { choices: [{ message: { content: 'Yes' }, finish_reason: 'stop' }] };
        return answerWith(
          reply,
          JSON.stringify(hasMarks(body) ? { error: { message: 'unknown field cache_control' } } : answer),
        );
      },
      { request: { ...request, streaming: false } },
    );
    expect(chunks.map(({ type }) => type)).toEqual(['cache-marks-refused', 'content', 'finish']);
  });

  it.each([
    ['it fails without them too, which were not the cause', 400, 'content must be a string', 2],
    ['the endpoint names another cause', 400, 'temperature is too high', 1],
    ['the key is wrong', 401, 'cache_control? No: wrong key', 1],
    ['the endpoint is out of order', 500, 'cache_control', 1],
  ])('fails without a report if %s', async (_, status, message, requests) => {
    const { raw, chunks, error } = await runWith(
      (reply) => {
        return refuse(reply, status, message);
      },
      { request },
    );
    expect(chunks).toEqual([]);
    expect(error?.details).toContain(message);
    expect(raw.requests).toHaveLength(requests);
  });

  it('reports no key that the endpoint echoes in its refusal', async () => {
    const { chunks } = await runWith(
      (reply, { body }) => {
        if (!hasMarks(body)) return answerYes(reply);
        reply.head(400);
        return answerWith(reply, JSON.stringify({ error: { message: `no cache_control for ${KEY}` } }));
      },
      { request },
    );
    expect(chunks[0]?.type).toBe('cache-marks-refused');
    expect(JSON.stringify(chunks)).not.toContain(KEY);
  });

  it('is sent once if it has no marks, whatever the endpoint says', async () => {
    const { raw, endpoint } = await start((reply) => {
      return refuse(reply, 400, 'content must be a string');
    });
    expect((await run(endpoint, { request: REQUEST })).error?.code).toBe('protocol');
    expect(raw.requests).toHaveLength(1);
  });
});
