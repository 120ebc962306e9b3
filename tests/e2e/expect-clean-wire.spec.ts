import type { RecordedRequest, WireMessage } from '@/tests/fakes/scripted-model';
import { expectCleanWire } from './expect-clean-wire';
import { expect, test } from './fixtures';

const KEY = 'secret-key';
const SYSTEM: WireMessage = { role: 'system', content: 'You assist.' };
const USER: WireMessage = { role: 'user', content: 'Hide them\n\n<page-state id="1">…</page-state id="1">' };
const CALLS: WireMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'add_ignore_rule', arguments: '{}' } }],
};
const RESULT: WireMessage = { role: 'tool', tool_call_id: 'call_0', content: '{"success":true}' };

function request(messages: WireMessage[], headers: Record<string, string> = {}): RecordedRequest {
  const body = { model: 'x', stream: true, messages };
  return {
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    rawBody: JSON.stringify(body),
    body,
    brokenOff: new Promise(() => {}),
  };
}

test('accepts a correct run', () => {
  expectCleanWire([request([SYSTEM, USER]), request([SYSTEM, USER, CALLS, RESULT])], KEY);
});

const BREACHES: [string, RecordedRequest[]][] = [
  [
    'a prefix that changed',
    [request([SYSTEM, USER]), request([{ ...SYSTEM, content: '!' }, USER, CALLS, RESULT])],
  ],
  ['a call without a result', [request([SYSTEM, USER, CALLS])]],
  ['a result too many', [request([SYSTEM, USER, CALLS, RESULT, RESULT])]],
  ['a result under another id', [request([SYSTEM, USER, CALLS, { ...RESULT, tool_call_id: 'call_1' }])]],
  ['a key in the body', [request([{ ...SYSTEM, content: KEY }, USER])]],
  ['a key in another header', [request([SYSTEM, USER], { 'x-api-key': KEY })]],
  ['no page state', [request([SYSTEM, { role: 'user', content: 'Hide them' }])]],
  ['two page states', [request([SYSTEM, USER, USER])]],
];

for (const [breach, requests] of BREACHES) {
  test(`reports ${breach}`, () => {
    expect(() => expectCleanWire(requests, KEY)).toThrow();
  });
}
