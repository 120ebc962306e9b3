import { describe, expect, it } from 'vitest';
import { wireMessages } from '@/src/background/endpoint/wire-messages';
import type { ApiMessage } from '@/src/schema/api-message';

const call = { id: 'x0', type: 'function' as const, function: { name: 'add', arguments: '{}' } };
const prompt: ApiMessage = { role: 'system', content: 'Be exact.' };
const summary: ApiMessage = { role: 'system', content: 'Previous Conversation Summary:\n\nEarlier.' };
const user: ApiMessage = { role: 'user', content: 'Hi.' };
const calling: ApiMessage = { role: 'assistant', content: null, tool_calls: [call] };
const result: ApiMessage = { role: 'tool', tool_call_id: 'x0', content: '{"success":true}' };
const answer: ApiMessage = { role: 'assistant', content: 'Done.' };
const plain = (text: string) => ({ type: 'text', text });
const marked = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } });

describe('the messages on the wire', () => {
  it.each<[string, ApiMessage[], number[], unknown[]]>([
    ['stay plain texts without a mark', [prompt, user, answer], [], [prompt, user, answer]],
    [
      'have prompt and summary in one system message, since some endpoints accept no second one',
      [prompt, summary, user],
      [],
      [{ role: 'system', content: `${prompt.content}\n\n${summary.content}` }, user],
    ],
    [
      'have the summary outside the marked part of that message',
      [prompt, summary, user],
      [0],
      [{ role: 'system', content: [marked('Be exact.'), plain(summary.content ?? '')] }, user],
    ],
    [
      'have a marked prompt as a part',
      [prompt, user],
      [0],
      [{ role: 'system', content: [marked('Be exact.')] }, user],
    ],
    [
      'have a marked message of the user as a part',
      [user, answer],
      [0],
      [{ role: 'user', content: [marked('Hi.')] }, answer],
    ],
    [
      'have a marked result as a part, with its call’s id',
      [user, calling, result],
      [2],
      [user, calling, { role: 'tool', tool_call_id: 'x0', content: [marked('{"success":true}')] }],
    ],
    [
      'have a marked answer as a part, with its calls',
      [user, { ...calling, content: 'Look.' }, result],
      [1],
      [user, { ...calling, content: [marked('Look.')] }, result],
    ],
    ['keep calls without a text as they are', [user, calling, result], [1], [user, calling, result]],
    ['without any system message have none', [user], [], [user]],
  ])('%s', (_, messages, marks, expected) => {
    expect(wireMessages({ messages, cacheMarks: marks }, new Set())).toEqual(expected);
  });
});
