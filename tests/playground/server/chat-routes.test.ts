import { describe, expect, it, vi } from 'vitest';
import type { DemoReply } from '@/playground/demo-model/demo-reply';
import { readChunks } from './read-chunks';
import { startTestProxy, type TestProxy } from './start-test-proxy';

const REPLY: DemoReply = {
  reasoning: 'The request names the family "preview". Seven models carry it.',
  content: 'I’ll hide the **preview** models now:\n\n- `o1-preview`',
  toolCalls: [
    {
      name: 'add_ignore_rule',
      arguments: { pattern: '*-preview*', note: 'modèle 😀 with more than ten characters' },
    },
    { name: 'save_changes', arguments: {} },
  ],
};

const ASK = { model: 'demo/assistant', messages: [{ role: 'user', content: 'Block all preview models' }] };

function stream(proxy: TestProxy): Promise<Response> {
  return fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ ...ASK, stream: true }),
  });
}

describe('a whole answer', () => {
  it('has reasoning, content, calls and usage', async () => {
    const proxy = await startTestProxy({ composeReply: () => REPLY });
    const { status, body } = await proxy.call('POST', '/v1/chat/completions', ASK);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'chat.completion',
      model: 'demo/assistant',
      choices: [
        {
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: REPLY.content,
            reasoning_content: REPLY.reasoning,
            tool_calls: REPLY.toolCalls.map((call) => ({
              id: expect.stringMatching(/^call_/),
              type: 'function',
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            })),
          },
        },
      ],
      usage: { completion_tokens_details: { reasoning_tokens: Math.ceil(REPLY.reasoning.length / 4) } },
    });
    const { usage } = body as { usage: Record<string, number> };
    expect(usage.total_tokens).toBe((usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0));
  });

  it('ends with "stop" and has no calls when the model makes none', async () => {
    const proxy = await startTestProxy({
      composeReply: () => ({ reasoning: '', content: 'Done.', toolCalls: [] }),
    });
    const { body } = await proxy.call('POST', '/v1/chat/completions', ASK);
    const { choices } = body as { choices: unknown[] };
    expect(choices).toEqual([
      { index: 0, message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' },
    ]);
  });
});

describe('a stream', () => {
  it('has the same content as the whole answer, in order, with the usage last', async () => {
    const proxy = await startTestProxy({ composeReply: () => REPLY });
    const response = await stream(proxy);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const chunks = await readChunks(response);
    expect(chunks.at(-1)?.data).toBe('[DONE]');
    const events = chunks.slice(0, -1).map((chunk) => JSON.parse(chunk.data));
    const deltas = events.flatMap((event) => event.choices.map((choice: { delta: object }) => choice.delta));

    const kinds = deltas.map((delta) => Object.keys(delta)[0] ?? 'finish');
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'role',
      'reasoning_content',
      'content',
      'tool_calls',
      'finish',
    ]);
    expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe(REPLY.reasoning);
    expect(deltas.map((delta) => delta.content ?? '').join('')).toBe(REPLY.content);
    expect(events.at(-2).choices[0].finish_reason).toBe('tool_calls');
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(events.slice(0, -1).every((event) => event.usage === undefined)).toBe(true);
    expect(new Set(events.map((event) => event.id)).size).toBe(1);

    const parts = deltas.flatMap((delta) => delta.tool_calls ?? []);
    REPLY.toolCalls.forEach((call, index) => {
      const [opening, ...rest] = parts.filter((part) => part.index === index);
      expect(opening).toEqual({
        index,
        id: expect.stringMatching(/^call_/),
        type: 'function',
        function: { name: call.name, arguments: '' },
      });
      expect(rest.map((part) => part.function.arguments).join('')).toBe(JSON.stringify(call.arguments));
    });
    expect(parts.filter((part) => part.index === 0).length).toBeGreaterThan(3);
  });

  it('is sent chunk by chunk, with the pause between them', async () => {
    const latencyMs = 25;
    const proxy = await startTestProxy({ composeReply: () => REPLY, latencyMs });
    const chunks = await readChunks(await stream(proxy));
    const separate = new Set(chunks.map((chunk) => chunk.readIndex)).size;
    expect(separate).toBeGreaterThan(chunks.length / 2);
    const lastedMs = (chunks.at(-1)?.atMs ?? 0) - (chunks[0]?.atMs ?? 0);
    expect(lastedMs).toBeGreaterThan((chunks.length - 2) * latencyMs * 0.8);
  });
});

describe('a request', () => {
  it('is passed to the model as it was sent, with text parts joined', async () => {
    const proxy = await startTestProxy();
    const tool = { type: 'function', function: { name: 'save_changes', parameters: { type: 'object' } } };
    const call = { id: 'call_0', type: 'function', function: { name: 'save_changes', arguments: '{}' } };
    await proxy.call('POST', '/v1/chat/completions', {
      model: 'demo/assistant',
      messages: [
        { role: 'developer', content: 'rules' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b', cache_control: {} },
          ],
        },
        { role: 'assistant', content: null, reasoning_content: 'hm', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_0', content: '{"success":true}' },
      ],
      tools: [tool],
      temperature: 0,
    });
    expect(proxy.requests).toEqual([
      {
        model: 'demo/assistant',
        messages: [
          { role: 'system', content: 'rules' },
          { role: 'user', content: 'ab' },
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'call_0', content: '{"success":true}' },
        ],
        tools: [tool],
      },
    ]);
  });

  it.each([
    ['a model that is listed only', { ...ASK, model: 'openai/gpt-4o' }, 400, 'model_not_available', 'model'],
    ['a hidden model', { ...ASK, model: 'openai/o1-preview' }, 400, 'model_not_available', 'model'],
    ['an unknown model', { ...ASK, model: 'openai/none' }, 400, 'model_not_available', 'model'],
    ['no messages', { ...ASK, messages: [] }, 400, null, 'messages'],
    [
      'an image',
      { ...ASK, messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
      400,
      null,
      'messages.0.content',
    ],
    ['an unknown role', { ...ASK, messages: [{ role: 'poet', content: '' }] }, 400, null, 'messages.0.role'],
    ['no object', '[]', 400, null, null],
    ['no JSON', '{', 400, null, null],
  ])('with %s is refused in OpenAI’s format', async (_, request, expected, code, param) => {
    const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=*-preview\n' });
    const { status, body } = await proxy.call('POST', '/v1/chat/completions', request);
    expect(status).toBe(expected);
    expect(body).toEqual({
      error: { message: expect.stringMatching(/\w/), type: 'invalid_request_error', param, code },
    });
  });

  it('with a model of an unknown provider is refused in the real proxy’s words', async () => {
    const proxy = await startTestProxy();
    expect(await proxy.call('POST', '/v1/chat/completions', { ...ASK, model: 'nobody/gpt-4' })).toEqual({
      status: 400,
      body: { detail: 'Invalid Request: Invalid model format or no credentials for provider: nobody' },
    });
  });

  it('is answered in OpenAI’s format if the model fails, and the failure is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new Error('no plan');
    const proxy = await startTestProxy({
      composeReply: () => {
        throw failure;
      },
    });
    expect(await proxy.call('POST', '/v1/chat/completions', { ...ASK, stream: true })).toEqual({
      status: 500,
      body: {
        error: {
          message: 'The playground failed: no plan',
          type: 'server_error',
          param: null,
          code: 'internal_error',
        },
      },
    });
    expect(log).toHaveBeenCalledExactlyOnceWith(failure);
  });
});
