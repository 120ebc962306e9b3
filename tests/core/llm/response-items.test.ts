import { expect, it } from 'vitest';
import { hasKeptReasoning, inputItems } from '@/src/core/llm/response-items';
import type { JsonObject } from '@/src/schema/values/json';

const reasoning = (name: string): JsonObject => ({
  type: 'reasoning',
  summary: [],
  encrypted_content: name,
});
const CALLS = ['a', 'b'].map((id) => ({
  id,
  type: 'function' as const,
  function: { name: 'add', arguments: '{}' },
}));

function answer(content: string | null, items: readonly JsonObject[]) {
  return { role: 'assistant' as const, content, tool_calls: CALLS, members: { response_items: [...items] } };
}

/** The items in short: the reasoning's name, the text, the call's id. */
const short = (items: ReturnType<typeof inputItems>) =>
  items.map((item) => item.encrypted_content ?? item.call_id ?? JSON.stringify(item.content));

const text = (part: string) => JSON.stringify([{ type: 'output_text', text: part }]);

it('an answer is repeated in the order in which it came', () => {
  const items: JsonObject[] = [
    reasoning('r1'),
    { type: 'message', length: 2, phase: 'commentary' },
    reasoning('r2'),
    { type: 'function_call' },
    { type: 'message', length: 3 },
    { type: 'function_call' },
  ];
  const repeated = inputItems(answer('Hm\n\nSo.', items), true);
  expect(short(repeated)).toEqual(['r1', text('Hm'), 'r2', 'a', text('So.'), 'b']);
  expect(repeated.map(({ phase }) => phase)).toEqual([
    undefined,
    'commentary',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it.each<[string, string | null, JsonObject[], boolean, unknown[]]>([
  [
    'reasoning that nothing follows',
    null,
    [{ type: 'function_call' }, { type: 'function_call' }, reasoning('r')],
    true,
    ['a', 'b'],
  ],
  [
    'reasoning, if it is not to be sent',
    null,
    [reasoning('r'), { type: 'function_call' }, { type: 'function_call' }],
    false,
    ['a', 'b'],
  ],
])('an answer is repeated without %s', (_, content, items, keeps, expected) => {
  expect(short(inputItems(answer(content, items), keeps))).toEqual(expected);
});

it.each<[string, string | null, JsonObject[]]>([
  [
    'the text was changed',
    'Hm!',
    [{ type: 'message', length: 2 }, reasoning('r'), { type: 'function_call' }, { type: 'function_call' }],
  ],
  ['a call is missing', 'Hm!', [{ type: 'message', length: 3 }, reasoning('r'), { type: 'function_call' }]],
])('the reasoning comes first if %s', (_, content, items) => {
  expect(short(inputItems(answer(content, items), true))).toEqual(['r', text('Hm!'), 'a', 'b']);
});

it('an answer of chat completions is repeated as text and calls, whatever members it has', () => {
  const members = { reasoning_content: 'Hm.', response_items: 'no list' };
  const given = { role: 'assistant' as const, content: 'So.', tool_calls: CALLS, members };
  expect(hasKeptReasoning(given)).toBe(false);
  expect(inputItems(given, true)).toEqual([
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'So.' }] },
    { type: 'function_call', call_id: 'a', name: 'add', arguments: '{}' },
    { type: 'function_call', call_id: 'b', name: 'add', arguments: '{}' },
  ]);
});
