import { describe, expect, it } from 'vitest';
import type { DemoMessage } from '../../../playground/demo-model/demo-reply';
import { callKey, readMadeCalls, readOutcome } from '../../../playground/demo-model/read-tool-results';

function calling(...calls: [id: string, name: string, text: string][]): DemoMessage {
  return {
    role: 'assistant',
    content: null,
    tool_calls: calls.map(([id, name, text]) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })),
  };
}

function result(id: string, message: string): DemoMessage {
  return { role: 'tool', tool_call_id: id, content: JSON.stringify({ success: true, message }) };
}

describe('readMadeCalls', () => {
  it('pairs results by id, in any order', () => {
    const made = readMadeCalls([
      calling(['a', 'one', '{}'], ['b', 'two', '{}']),
      result('b', 'second'),
      result('a', 'first'),
    ]);
    expect(made.map(({ call, outcome }) => [call.name, outcome])).toEqual([
      ['one', { kind: 'success', message: 'first', data: {} }],
      ['two', { kind: 'success', message: 'second', data: {} }],
    ]);
  });

  it('pairs calls that share an id, in one answer and across answers', () => {
    const made = readMadeCalls([
      calling(['call_0', 'one', '{}'], ['call_0', 'two', '{}']),
      result('call_0', 'first'),
      result('call_0', 'second'),
      calling(['call_0', 'three', '{}']),
      result('call_0', 'third'),
    ]);
    expect(made.map(({ outcome }) => outcome)).toMatchObject([
      { message: 'first' },
      { message: 'second' },
      { message: 'third' },
    ]);
  });

  it('says that a result is missing', () => {
    expect(readMadeCalls([calling(['a', 'one', 'no json'])])).toEqual([
      { call: { name: 'one', arguments: { unreadable: 'no json' } }, outcome: { kind: 'missing' } },
    ]);
  });
});

describe('readOutcome', () => {
  it.each([
    [
      'a result before a page update',
      '{"success":true,"message":"m","data":{"a":1}}\n\n[PAGE UPDATED]\nx',
      { kind: 'success', message: 'm', data: { a: 1 } },
    ],
    [
      'a failure',
      '{"success":false,"message":"m","error_code":"c"}',
      { kind: 'failure', code: 'c', message: 'm', data: {} },
    ],
    [
      'a failure without a code',
      '{"success":false,"message":"m"}',
      { kind: 'failure', code: 'unnamed', message: 'm', data: {} },
    ],
    ['text', 'Oops', { kind: 'unreadable', text: 'Oops' }],
    ['JSON of another form', '{"ok":1}', { kind: 'unreadable', text: '{"ok":1}' }],
    ['nothing', '', { kind: 'unreadable', text: '' }],
  ])('reads %s', (_, content, outcome) => {
    expect(readOutcome(content)).toEqual(outcome);
  });
});

describe('callKey', () => {
  it('does not depend on the order of the arguments', () => {
    expect(callKey({ name: 't', arguments: { a: 1, b: 2 } })).toBe(
      callKey({ name: 't', arguments: { b: 2, a: 1 } }),
    );
    expect(callKey({ name: 't', arguments: { a: 1 } })).not.toBe(callKey({ name: 't', arguments: { a: 2 } }));
  });
});
