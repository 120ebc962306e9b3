import { expect, it } from 'vitest';
import { roleOrderProblem } from '@/playground/server/faults/role-order';

const ROLES: Readonly<Record<string, string>> = {
  s: 'system',
  d: 'developer',
  u: 'user',
  a: 'assistant',
  t: 'tool',
};

/** `s`, `d`, `u`, `a`: a message of that role; `a1+2`: the assistant's with calls 1 and 2; `t1`: call 1's result. */
function conversation(text: string) {
  return text.split(' ').map((word) => {
    const ids = word.slice(1).split('+').filter(Boolean);
    const role = ROLES[word[0] ?? ''] ?? word;
    if (role === 'tool') return { role, tool_call_id: ids[0] ?? null };
    return role === 'assistant' ? { role, tool_calls: ids.map((id) => ({ id })) } : { role };
  });
}

it.each([
  ...[
    'u',
    's u',
    'd u',
    'u a u',
    's u a1+2 t2 t1 a u',
    'u a1 t1 a2 t2',
    'u a1 t1 u',
    'u a1 t1 a u a1 t1',
  ].map((text) => [text, null] as const),
  ['s', 'last message'],
  ['u s', 'messages[1]'],
  ['s s u', 'messages[1]'],
  ['s a u', 'begin with the user'],
  ['a u', 'begin with the user'],
  ['u u', 'in a row'],
  ['u a a u', 'in a row'],
  ['u a', 'last message'],
  ['u a1', 'not answered'],
  ['u a1+2 t1', 'not answered directly after they were made: 2'],
  ['u a1 u', 'not answered'],
  ['u a1+2 t1 u', 'messages[3]'],
  ['u a1 t2', 'messages[2]'],
  ['u a1 t1 t1', 'messages[3]'],
  ['t1', 'messages[0]'],
  ['u t', 'messages[1]'],
  ['u xpoet', 'no role "xpoet"'],
] as const)('the problem of %s is %s', (text, words) => {
  expect(roleOrderProblem(conversation(text))).toEqual(words && expect.stringContaining(words));
});
