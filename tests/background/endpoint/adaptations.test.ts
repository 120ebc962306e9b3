import { expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import type { ApiMessage } from '@/src/schema/api-message';
import { answerYes, PATIENT, REQUEST, refuse, start } from '../../fakes/streamed-response';

/** A conversation with everything that some servers refuse. */
const MESSAGES: ApiMessage[] = [
  { role: 'system', content: 'S' },
  { role: 'user', content: 'Go.' },
  {
    role: 'assistant',
    content: null,
    members: { reasoning_content: 'Hm.', note: 'n' },
    tool_calls: [
      {
        id: 'a',
        type: 'function',
        function: { name: 'add', arguments: '{}' },
        members: { extra_content: { google: { thought_signature: 's' } } },
      },
      { id: 'b', type: 'function', function: { name: 'add', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'a', content: 'A' },
  { role: 'tool', tool_call_id: 'b', content: 'B' },
  { role: 'user', content: 'And?' },
  {
    role: 'assistant',
    content: 'Of another model.',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'add', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'C' },
];

/**
 * The messages of each request to an endpoint that refuses some bodies with this status and message; and the last
 * error.
 */
async function sentTo(status: number, words: string, isRefused: (body: string) => boolean, times = 1) {
  const { raw, endpoint } = await start((reply, { body }) => {
    if (!isRefused(body)) return answerYes(reply);
    return refuse(reply, status, words);
  });
  const service = createOpenAIService(PATIENT);
  const request = { ...REQUEST, messages: MESSAGES };
  let error: unknown = null;
  for (let time = 0; time < times; time += 1) {
    try {
      for await (const _ of service.stream(endpoint, request, new AbortController().signal));
    } catch (failure) {
      error = failure;
    }
  }
  return { sent: raw.requests.map(({ body }) => JSON.parse(body).messages), error };
}

it('a request has the unknown members that the server sent, beside the known ones', async () => {
  const { sent } = await sentTo(400, '', () => false);
  expect(sent).toHaveLength(1);
  expect(sent[0][2]).toEqual({
    role: 'assistant',
    content: null,
    reasoning_content: 'Hm.',
    note: 'n',
    tool_calls: [
      {
        id: 'a',
        type: 'function',
        function: { name: 'add', arguments: '{}' },
        extra_content: { google: { thought_signature: 's' } },
      },
      { id: 'b', type: 'function', function: { name: 'add', arguments: '{}' } },
    ],
  });
});

const ROLES = ['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'user', 'assistant', 'tool'];

it.each<[string, number, string, (body: string) => boolean, (messages: ApiMessage[]) => unknown, unknown]>([
  [
    'a user’s message after a result',
    400,
    "Unexpected role 'user' after role 'tool'",
    (body) => !body.includes('Noted.'),
    (messages) => messages.map(({ role }) => role),
    ROLES,
  ],
  [
    'an order of roles that its template refuses',
    500,
    'Conversation roles must alternate user/assistant/user/assistant/...',
    (body) => !body.includes('Noted.'),
    (messages) => messages.map(({ role }) => role),
    ROLES,
  ],
  [
    'a call without a text',
    422,
    'messages.2.content: Input should be a valid string',
    (body) => body.includes('"content":null'),
    (messages) => messages[2]?.content,
    'Calling tools.',
  ],
  [
    'an answer without its reasoning, of another model',
    400,
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 6',
    (body) => body.split('reasoning_content').length < 3,
    (messages) =>
      messages.flatMap((message) => Object.entries(message)).filter(([name]) => name === 'reasoning_content'),
    [
      ['reasoning_content', 'Hm.'],
      ['reasoning_content', '.'],
    ],
  ],
  [
    'a call without its signature, of another model',
    400,
    'Function call is missing a thought_signature in functionCall parts.',
    (body) => JSON.parse(body).messages.at(-1).role !== 'user',
    (messages) => messages.at(-1)?.content,
    '[event from steward] Continue.',
  ],
  [
    'a call without thoughts, of another model',
    400,
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    (body) => JSON.parse(body).messages.at(-1).role !== 'user',
    (messages) => messages.at(-1)?.content,
    '[event from steward] Continue.',
  ],
  ...[400, 500].map(
    (
      status,
    ): [string, number, string, (body: string) => boolean, (messages: ApiMessage[]) => unknown, unknown] => [
      `several calls in one answer, with ${status}`,
      status,
      'This model only supports single tool-calls at once!',
      (body) =>
        JSON.parse(body).messages.some(
          (one: { tool_calls?: unknown[] }) => (one.tool_calls?.length ?? 0) > 1,
        ),
      (messages) =>
        messages.map((message) =>
          message.role === 'assistant'
            ? [message.content, message.tool_calls?.map(({ id }) => id), 'note' in message]
            : message.content,
        ),
      [
        'S',
        'Go.',
        [null, ['a'], true],
        'A',
        [null, ['b'], false],
        'B',
        'And?',
        ['Of another model.', ['c'], false],
        'C',
      ],
    ],
  ),
  [
    'a signature that it sent itself, without naming the member',
    400,
    'messages.1.content.0: Invalid `signature` in `thinking` block',
    (body) => body.includes('"note"'),
    (messages) => JSON.stringify(messages).match(/note|Hm\.|thought_signature/),
    null,
  ],
  [
    'a member that it sent itself',
    400,
    "messages.2: property 'note' is unsupported",
    (body) => body.includes('"note"'),
    (messages) => JSON.stringify(messages).match(/note|Hm\.|thought_signature/),
    null,
  ],
])(
  'an endpoint that refuses %s gets an adapted request, and later requests adapted at once',
  async (_, status, words, isRefused, seen, expected) => {
    const { sent, error } = await sentTo(status, words, isRefused, 2);
    expect(error).toBeNull();
    expect(sent).toHaveLength(3);
    expect(sent.slice(1).map(seen)).toEqual([expected, expected]);
  },
);

it('an adaptation that doesn’t help is not remembered, and the error is the endpoint’s last one', async () => {
  const { sent, error } = await sentTo(400, "Unexpected role 'user' after role 'tool'", () => true, 2);
  expect(error).toMatchObject({ details: expect.stringContaining('Unexpected role') });
  expect(sent.map((messages) => messages.length)).toEqual([8, 9, 8, 9]);
});

it('an adaptation is remembered only for the key that needed it', async () => {
  const { raw, endpoint } = await start((reply, { body, headers }) => {
    if (headers.authorization !== 'Bearer strict-key-2' && body.includes('"note"')) {
      return refuse(reply, 400, "'note' is unsupported");
    }
    return answerYes(reply);
  });
  const service = createOpenAIService(PATIENT);
  const request = { ...REQUEST, messages: MESSAGES };
  for (const key of [endpoint.key, 'strict-key-2']) {
    for await (const _ of service.stream({ ...endpoint, key }, request, new AbortController().signal));
  }
  expect(raw.requests.map(({ body }) => body.includes('"note"'))).toEqual([true, false, true]);
});

it('a request that is refused for another reason is not sent again', async () => {
  const { sent, error } = await sentTo(400, 'The flux is inverted.', () => true);
  expect(error).not.toBeNull();
  expect(sent).toHaveLength(1);
});
