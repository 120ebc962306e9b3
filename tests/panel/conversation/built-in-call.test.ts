import { expect, it } from 'vitest';
import { readBuiltInCall } from '@/src/panel/conversation/built-in-call';

const ASK = { name: 'ask_user', question: 'Which?', choices: ['a', 'b'], allowsOther: true };

it.each([
  ['ask_user', '{"question":"Which?","choices":["a","b"]}', ASK],
  ['ask_user', '{"question":"Which?","choices":["a","b"],"allow_other":true}', ASK],
  [
    'ask_user',
    '{"question":"Which?","choices":["a","b"],"allow_other":false}',
    { ...ASK, allowsOther: false },
  ],
  ['ask_user', '{"question":"Which?","choices":[]}', { ...ASK, choices: [] }],
  ['ask_user', '{"question":"Which?","choices":["a",7,"","b"]}', ASK],
  ['wait', '{"reason":"the page","for":"time","seconds":3}', { name: 'wait', reason: 'the page' }],
  ['finish_task', '{"summary":"All done."}', { name: 'finish_task', summary: 'All done.' }],
])('reads %s(%s)', (name, argumentsText, call) => {
  expect(readBuiltInCall(name, argumentsText)).toEqual(call);
});

it.each([
  ['ask_user', '{"question":"Whi'],
  ['ask_user', '{"question":"  ","choices":[]}'],
  ['ask_user', ''],
  ['ask_user', '"which?"'],
  ['wait', '{"reason":7}'],
  ['finish_task', '{}'],
  ['add_rule', '{"question":"Which?","choices":[]}'],
])('returns null for %s(%s)', (name, argumentsText) => {
  expect(readBuiltInCall(name, argumentsText)).toBeNull();
});
