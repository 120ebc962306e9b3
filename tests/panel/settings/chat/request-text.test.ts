import { expect, it } from 'vitest';
import { requestParts } from '@/src/panel/settings/chat/request-contents';
import { wordsOf } from '@/src/texts/i18n';
import { messageImage } from '../../../fakes/an-image';

const call = { id: 'x', type: 'function' as const, function: { name: 'add', arguments: '{"a":1}' } };

it.each([
  ['a text', { role: 'user' as const, content: 'Hi' }, 'Hi'],
  [
    'images, without their data',
    { role: 'user' as const, content: 'See', images: [messageImage('a'), messageImage('b')] },
    'See\n[image a.gif, 7 B]\n[image b.gif, 7 B]',
  ],
  ['calls alone', { role: 'assistant' as const, content: null, tool_calls: [call] }, 'Call of add:\n{"a":1}'],
  [
    'a text with calls',
    { role: 'assistant' as const, content: 'Now.', tool_calls: [call] },
    'Now.\nCall of add:\n{"a":1}',
  ],
  ['a result', { role: 'tool' as const, tool_call_id: 'x', content: 'Done.' }, 'Done.'],
])('a request’s message with %s is shown', (_, message, text) =>
  expect(requestParts(message).map(wordsOf).join('\n')).toBe(text),
);
