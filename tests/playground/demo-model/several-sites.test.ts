import { expect, it } from 'vitest';
import { composeDemoReply } from '@/playground/demo-model/compose-demo-reply';
import type { DemoMessage } from '@/playground/demo-model/demo-request';

const targets = { type: 'array', items: { type: 'string' } };
const tool = (name: string, required: string[], properties: object = { targets }) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object', properties, required } },
});
const TOOLS = [
  tool('compare_sites', ['from', 'to'], { from: { type: 'string' }, to: { type: 'string' } }),
  tool('add_ignore_rule', ['pattern', 'targets']),
  tool('save_changes', ['targets']),
  tool('list_models', []),
];
const PAGE =
  '<page-state id="n1">\nwindow_type: model_filter\nprovider: openai\nproviders: openai\n</page-state id="n1">';

function reply(text: string, more: DemoMessage[] = [], tools = TOOLS) {
  const messages: DemoMessage[] = [
    { role: 'user', content: `<sites id="n2">\nA: 3 models\n</sites id="n2">\n${PAGE}\n${text}` },
    ...more,
  ];
  return composeDemoReply({ model: 'demo/assistant', messages, tools });
}

it.each([
  ['What differs between A and B?', 'compare_sites', { from: 'A', to: 'B' }],
  [
    'compare PROD EU 1 with proxy.example:8788',
    'compare_sites',
    { from: 'PROD EU 1', to: 'proxy.example:8788' },
  ],
  ['Take gpt-4o away everywhere', 'add_ignore_rule', { pattern: 'gpt-4o', targets: ['all'] }],
  ['take model gpt-4o away everywhere.', 'add_ignore_rule', { pattern: 'gpt-4o', targets: ['all'] }],
  ['block `*-preview*` on all sites', 'add_ignore_rule', { pattern: '*-preview*', targets: ['all'] }],
  [
    'hide preview models in openai on every site',
    'add_ignore_rule',
    { pattern: '*preview*', provider: 'openai', targets: ['all'] },
  ],
  ['on PROD EU 1, block o1-mini', 'add_ignore_rule', { pattern: 'o1-mini', targets: ['PROD EU 1'] }],
  ['on all sites hide "o1"', 'add_ignore_rule', { pattern: 'o1', targets: ['all'] }],
  ['Save everywhere', 'save_changes', { targets: ['all'] }],
  ['on B save the changes', 'save_changes', { targets: ['B'] }],
])('in a chat about several sites, “%s” calls %s', (text, name, args) => {
  expect(reply(text).toolCalls).toEqual([{ name, arguments: args }]);
});

it('a change that names no site isn’t made: the answer asks for which sites', () => {
  for (const text of ['block `o1`', 'sing a song']) {
    const { content, toolCalls } = reply(text);
    expect(toolCalls).toEqual([]);
    expect(content).toContain('Say for which sites, for example “what differs between A and B?”');
  }
});

it('the result of a call is reported, without a second call', () => {
  const call = { name: 'save_changes', arguments: '{"targets":["all"]}' };
  const done = reply('Save everywhere', [
    { role: 'assistant', content: null, tool_calls: [{ id: '1', type: 'function', function: call }] },
    { role: 'tool', tool_call_id: '1', content: '{"success":true,"message":"Saved on 3 of 3 sites."}' },
  ]);
  expect(done).toMatchObject({ content: 'Saved on 3 of 3 sites.', toolCalls: [] });
});

it('in a chat about one page, “everywhere” isn’t about sites', () => {
  const { toolCalls } = reply('Save everywhere', [], [tool('save_changes', [], {})]);
  expect(toolCalls).toEqual([]);
});
