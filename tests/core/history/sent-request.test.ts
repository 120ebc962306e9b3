import { describe, expect, it } from 'vitest';
import { describeSentRequest } from '@/src/core/history/sent-request';
import type { SystemPrompt } from '@/src/core/prompts/system-prompt';
import type { ApiMessage, ApiTool } from '@/src/schema/api-message';

const prompt: SystemPrompt = {
  text: 'x'.repeat(40),
  parts: [
    { key: 'a:b', section: 'Tools', priority: 1, source: 'adapter', state: 'sent', text: 'x', tokens: 1 },
  ],
  problems: [{ key: null, kind: 'base-template-failed', message: 'It failed.' }],
};

const ids = {
  id: 's1',
  chatId: 'c1',
  runId: 'r1',
  kind: 'response' as const,
  messageId: 'm1',
  atMs: 7,
  model: 'demo/filter',
  cacheMarks: [0],
  omissions: [{ what: 'messages' as const, reason: 'local' as const, count: 1, tools: [] }],
  snapshot: null,
};

const call = (name: string, text: string) => ({
  id: 'e1',
  type: 'function' as const,
  function: { name, arguments: text },
});

const system: ApiMessage = { role: 'system', content: 'x'.repeat(40) };

describe('the description of a sent request', () => {
  it('contains what was sent and the parts of its prompt, without duplicating the prompt’s text', () => {
    const tools: ApiTool[] = [
      { type: 'function', function: { name: 'n', description: 'd', parameters: {} } },
    ];
    const request = describeSentRequest({ ...ids, prompt, messages: [system], tools });
    expect(request).toEqual({
      ...ids,
      prompt: { parts: prompt.parts, problems: prompt.problems },
      messages: [system],
      tools,
      tokens: { systemPrompt: 10, tools: 12, messages: 0, total: 22 },
    });
  });

  it.each<[string, ApiMessage, number]>([
    ['a message of the user', { role: 'user', content: 'x'.repeat(8) }, 2],
    ['an answer', { role: 'assistant', content: 'x'.repeat(9) }, 3],
    ['a result', { role: 'tool', tool_call_id: 'e1', content: 'x'.repeat(12) }, 3],
    ['calls alone', { role: 'assistant', content: null, tool_calls: [call('name', '{"a":1}1')] }, 5],
    [
      'text with calls',
      { role: 'assistant', content: 'text', tool_calls: [call('name', '{}{}'), call('name', '{}{}')] },
      5,
    ],
  ])('counts %s', (_, message, tokens) => {
    const request = describeSentRequest({ ...ids, prompt, messages: [system, message], tools: [] });
    expect(request.tokens).toEqual({ systemPrompt: 10, tools: 0, messages: tokens, total: 10 + tokens });
  });

  it('sums up the tokens of all messages', () => {
    const user: ApiMessage = { role: 'user', content: 'abcde' };
    const request = describeSentRequest({ ...ids, prompt, messages: [system, user, user], tools: [] });
    expect(request.tokens.messages).toBe(4);
  });
});
