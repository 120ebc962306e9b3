import { expect, it, vi } from 'vitest';
import type { DemoReply } from '@/playground/demo-model/demo-reply';
import { CHAT, HELLO, startTestProxy } from './start-test-proxy';

const REPLY: DemoReply = {
  reasoning: 'The request names the family "preview". Seven models carry it.',
  content: 'I’ll hide the **preview** models now:\n\n- `o1-preview`',
  toolCalls: [
    { name: 'add_ignore_rule', arguments: { pattern: '*-preview*', note: 'modèle 😀 with more than ten' } },
    { name: 'save_changes', arguments: {} },
  ],
};
const composeReply = () => REPLY;
const ASK = { model: 'demo/assistant', messages: [{ role: 'user', content: 'Block all preview models' }] };
const MADE = REPLY.toolCalls.map(({ name, arguments: values }) => ({
  id: expect.stringMatching(/^call_/),
  type: 'function',
  function: { name, arguments: JSON.stringify(values) },
}));

it.each([
  [
    REPLY,
    'tool_calls',
    { role: 'assistant', content: REPLY.content, reasoning_content: REPLY.reasoning, tool_calls: MADE },
  ],
  [HELLO, 'stop', { role: 'assistant', content: 'Hello.' }],
])('the whole answer %j has its parts and usage', async (reply, finish_reason, message) => {
  const proxy = await startTestProxy({ composeReply: () => reply });
  const { status, body } = await proxy.call('POST', CHAT, ASK);
  expect([status, body.object, body.model]).toEqual([200, 'chat.completion', ASK.model]);
  expect(body.choices).toEqual([{ index: 0, finish_reason, message }]);
  const { usage } = body;
  expect(usage.completion_tokens_details.reasoning_tokens).toBe(Math.ceil(reply.reasoning.length / 4));
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
});

it('a stream has the same content as the whole answer, in order, with the usage last', async () => {
  const proxy = await startTestProxy({ composeReply });
  const response = await proxy.send('POST', CHAT, { ...ASK, stream: true });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const data = (await response.text()).split('\n\n').map((event) => event.replace('data: ', ''));
  expect(data.slice(-2)).toEqual(['[DONE]', '']);
  const events = data.slice(0, -2).map((event) => JSON.parse(event));
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  expect(events.filter(({ usage }) => usage !== undefined)).toHaveLength(1);
  expect(events.at(-2).choices[0].finish_reason).toBe('tool_calls');

  const deltas = events.flatMap(({ choices }) => choices.map((choice: { delta: object }) => choice.delta));
  const kinds = deltas.map((delta) => Object.keys(delta)[0] ?? 'finish');
  expect([...new Set(kinds)]).toEqual(['role', 'reasoning_content', 'content', 'tool_calls', 'finish']);
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe(REPLY.reasoning);
  expect(deltas.map((delta) => delta.content ?? '').join('')).toBe(REPLY.content);
  const parts = deltas.flatMap((delta) => delta.tool_calls ?? []);
  for (const [index, made] of MADE.entries()) {
    const [opening, ...rest] = parts.filter((part) => part.index === index);
    expect(opening).toEqual({ index, ...made, function: { ...made.function, arguments: '' } });
    expect(rest.map((part) => part.function.arguments).join('')).toBe(made.function.arguments);
  }
  expect(parts.length).toBeGreaterThan(4);
});

it('a stream is sent chunk by chunk with a pause between them, until the client disconnects', async () => {
  const proxy = await startTestProxy({ composeReply, latencyMs: 25 });
  const startedAtMs = performance.now();
  const client = new AbortController();
  const { body } = await proxy.send('POST', CHAT, { ...ASK, stream: true }, { signal: client.signal });
  const reader = body?.getReader();
  for (let chunk = 0; chunk < 6; chunk += 1) await reader?.read();
  expect(performance.now() - startedAtMs).toBeGreaterThan(100);
  client.abort();
  await proxy.close();
});

it('a request is passed to the model as it was sent, with text parts joined', async () => {
  const proxy = await startTestProxy();
  const tools = [{ type: 'function', function: { name: 'save_changes', parameters: { type: 'object' } } }];
  const call = { id: 'call_0', type: 'function', function: { name: 'save_changes', arguments: '{}' } };
  const made = { role: 'assistant', content: null, tool_calls: [call] };
  const result = { role: 'tool', tool_call_id: 'call_0', content: '{"success":true}' };
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b', cache_control: {} },
  ];
  const { model } = ASK;
  await proxy.call('POST', CHAT, {
    model,
    messages: [
      { role: 'developer', content: 'rules' },
      { role: 'user', content: parts },
      { ...made, reasoning_content: 'hm' },
      result,
    ],
    tools,
    temperature: 0,
  });
  const messages = [{ role: 'system', content: 'rules' }, { role: 'user', content: 'ab' }, made, result];
  expect(proxy.requests).toEqual([{ model, messages, tools }]);
});

it.each([
  [{ model: 'openai/gpt-4o' }, 'model_not_available', 'model'],
  [{ model: 'openai/none' }, 'model_not_available', 'model'],
  [{ messages: [] }, null, 'messages'],
  [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, null, 'messages.0.content'],
  [{ messages: [{ role: 'poet', content: '' }] }, null, 'messages.0.role'],
  ['[]', null, null],
  ['{', null, null],
])('a request with %j is refused in OpenAI’s format', async (changes, code, param) => {
  const proxy = await startTestProxy();
  const body = typeof changes === 'string' ? changes : { ...ASK, ...changes };
  const error = { message: expect.stringMatching(/\w/), type: 'invalid_request_error', param, code };
  expect(await proxy.call('POST', CHAT, body)).toEqual({ status: 400, body: { error } });
});

it('a model of an unknown provider is refused in the real proxy’s words', async () => {
  const proxy = await startTestProxy();
  expect(await proxy.call('POST', CHAT, { ...ASK, model: 'nobody/gpt-4' })).toEqual({
    status: 400,
    body: { detail: 'Invalid Request: Invalid model format or no credentials for provider: nobody' },
  });
});

it('a failure of the model is answered in OpenAI’s format, and logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failure = new Error('no plan');
  const proxy = await startTestProxy({
    composeReply: () => {
      throw failure;
    },
  });
  const message = 'The playground failed: no plan';
  expect(await proxy.call('POST', CHAT, { ...ASK, stream: true })).toEqual({
    status: 500,
    body: { error: { message, type: 'server_error', param: null, code: 'internal_error' } },
  });
  expect(log).toHaveBeenCalledExactlyOnceWith(failure);
});
