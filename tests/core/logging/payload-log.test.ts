import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIService, AIStreamChunk } from '@/src/core/llm/ai-service';
import { withPayloadLog } from '@/src/core/logging/payload-log';
import { REMOVED } from '@/src/core/logging/redact';
import { newChatSettings } from '@/src/core/records/chat';
import type { LogLevel } from '@/src/schema/values/log-level';
import { createMemoryLogger } from './memory-logger';

const KEY = 'canary-key-0815';
const HEADER = 'canary-header-4711';
const endpoint = { baseUrl: 'http://host.test/v1', key: KEY, headers: { 'X-Gate-Token': HEADER } };
const request: AIRequest = {
  model: 'demo/model',
  messages: [{ role: 'user', content: `My words, and ${KEY}.` }],
  tools: [],
  cacheMarks: [],
  toolChoice: 'auto',
  streaming: true,
  parameters: { ...newChatSettings().parameters, maxTokens: 7 },
};
const chunks: AIStreamChunk[] = [
  { type: 'reasoning', text: 'Let me ' },
  { type: 'reasoning', text: 'see.' },
  { type: 'content', text: 'The header is canary-' },
  { type: 'content', text: 'header-4711.' },
  { type: 'tool-call-part', index: 0, id: 'a', name: 'first', argumentsText: '{"x":' },
  { type: 'tool-call-part', index: 1, id: 'b', name: 'second', argumentsText: '{}' },
  { type: 'tool-call-part', index: 0, id: null, name: null, argumentsText: '"canary-key-0815"}' },
  {
    type: 'usage',
    counts: { promptTokens: 1, completionTokens: 2, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 },
    raw: { total_tokens: 3 },
  },
  { type: 'finish', reason: 'tool_calls' },
];

/** A service that streams these chunks, then fails if an error is given. */
function serviceThat(streams: readonly AIStreamChunk[], failure: unknown = null): AIService {
  return {
    async *stream() {
      yield* streams;
      if (failure !== null) throw failure;
    },
    listModels: async () => [{ id: 'demo/model', ownedBy: null }],
  };
}

function logged(ai: AIService, level: LogLevel) {
  const { logger, entries } = createMemoryLogger(level);
  const journal = { addPayload: () => Promise.reject(new Error('This chat keeps no chat log.')) };
  const deps = { ai, logger, journal, clock: { now: () => 0 } };
  return { entries, ai: withPayloadLog(deps, { id: 'c', settings: newChatSettings() }, 'r') };
}

async function read(ai: AIService): Promise<AIStreamChunk[]> {
  const seen: AIStreamChunk[] = [];
  for await (const chunk of ai.stream(endpoint, request, new AbortController().signal)) seen.push(chunk);
  return seen;
}

it('a request is logged without the key in its address', async () => {
  const { ai, entries } = logged(serviceThat(chunks), 'debug');
  const secret = { ...endpoint, baseUrl: 'http://host.test/a1b2c3d4e5f6a7b8/v1' };
  for await (const _chunk of ai.stream(secret, request, new AbortController().signal));
  expect(entries[0]?.message).toContain('http://host.test/•••/v1');
  expect(JSON.stringify(entries)).not.toContain('a1b2c3');
});

describe('at level debug', () => {
  it('a request and its response are logged in full, without secrets', async () => {
    const { ai, entries } = logged(serviceThat(chunks), 'debug');
    expect(await read(ai)).toEqual(chunks);
    expect(entries).toEqual([
      {
        level: 'debug',
        topic: 'llm.request',
        message: 'Request to http://host.test/v1 for demo/model (messages: 1, tools: 0).',
        chatId: 'c',
        runId: 'r',
        data: { ...request, messages: [{ role: 'user', content: `My words, and ${REMOVED}.` }] },
      },
      {
        level: 'debug',
        topic: 'llm.response',
        message: 'The response is complete.',
        chatId: 'c',
        runId: 'r',
        data: {
          content: `The header is ${REMOVED}.`,
          reasoning: 'Let me see.',
          toolCalls: [
            { name: 'first', arguments: `{"x":"${REMOVED}"}` },
            { name: 'second', arguments: '{}' },
          ],
          usage: { total_tokens: 3 },
          finishReason: 'tool_calls',
        },
      },
    ]);
  });

  it('a failure is logged with the chunks before it, and rethrown', async () => {
    const failure = new StewardError('network', 'It broke off.', {
      remedy: 'Retry.',
      details: `after ${KEY}`,
    });
    const { ai, entries } = logged(serviceThat([{ type: 'content', text: 'Half' }], failure), 'debug');
    await expect(read(ai)).rejects.toBe(failure);
    expect(entries.at(-1)).toMatchObject({
      topic: 'llm.response',
      message: 'The response failed: It broke off.',
      data: {
        content: 'Half',
        finishReason: null,
        usage: null,
        error: { code: 'network', message: 'It broke off.', details: `after ${REMOVED}` },
      },
    });
  });

  it('a restarted response is logged as it ended', async () => {
    const part = { type: 'tool-call-part', index: 0, id: 'x', name: 'find', argumentsText: '{' } as const;
    const half: AIStreamChunk[] = [{ type: 'content', text: 'Ha' }, part, { type: 'finish', reason: 'stop' }];
    const { ai, entries } = logged(
      serviceThat([...half, { type: 'restart' }, { type: 'content', text: 'Whole' }]),
      'debug',
    );
    await read(ai);
    expect(entries.at(-1)).toMatchObject({
      data: { content: 'Whole', reasoning: '', toolCalls: [], finishReason: null },
    });
  });

  it('a response that is not read to its end is logged as far as it was read', async () => {
    const { ai, entries } = logged(serviceThat(chunks), 'debug');
    for await (const _ of ai.stream(endpoint, request, new AbortController().signal)) break;
    expect(entries.at(-1)).toMatchObject({
      message: 'The response was not read to its end.',
      data: { reasoning: 'Let me ', content: '' },
    });
  });

  it('an endpoint without a key is logged as well', async () => {
    const { ai, entries } = logged(serviceThat([]), 'debug');
    const open = { ...endpoint, key: null, headers: {} };
    for await (const _ of ai.stream(open, request, new AbortController().signal)) break;
    expect(entries).toHaveLength(2);
  });
});

it('at other levels nothing is logged, and the response is the same', async () => {
  const { ai, entries } = logged(serviceThat(chunks), 'info');
  expect(await read(ai)).toEqual(chunks);
  expect(entries).toEqual([]);
});

it('the list of models is passed through', async () => {
  const { ai } = logged(serviceThat([]), 'debug');
  expect(await ai.listModels(endpoint, new AbortController().signal)).toEqual([
    { id: 'demo/model', ownedBy: null },
  ]);
});
