import { expect, it } from 'vitest';
import { answerWith, DONE, REQUEST, runWith } from '../../fakes/streamed-response';

const MB = 1_000_000;
const SIZE = 15 * MB;
const many = (entry: string, size = SIZE) => `[${`${entry},`.repeat(size / (entry.length + 1))}${entry}]`;
const delta = (fields: string) => `{"choices":[{"index":0,"delta":{${fields}}}]}`;

/** Bodies that took many seconds to parse and blocked all chats, some for longer than a test's time limit. */
const BODIES: [string, string][] = [
  ['numbers as content', delta(`"content":${many('1', 0.6 * MB)}`)],
  ['15 MB of numbers as content', delta(`"content":${many('1')}`)],
  ['15 MB of objects as content', delta(`"content":${many('{}')}`)],
  ['numbers as reasoning', delta(`"reasoning":${many('1')}`)],
  ['lists as reasoning', delta(`"reasoning_content":${many('[]')}`)],
  ['numbers as calls', delta(`"tool_calls":${many('1')}`)],
  ['few numbers as calls', delta(`"tool_calls":${many('1', 60_000)}`)],
  ['numbers as choices', `{"choices":${many('1')}}`],
  ['few numbers as choices', `{"choices":${many('1', 60_000)}}`],
  ['objects as a call’s arguments', delta(`"tool_calls":[{"function":{"arguments":{"a":${many('{}')}}}}]`)],
  ['15 MB of a text as arguments', delta(`"tool_calls":[{"function":{"arguments":"${'x'.repeat(SIZE)}"}}]`)],
  ['objects in an unknown field', `{"more":${many('{}')}}`],
];

it.each(
  BODIES.flatMap(([name, body]) => [
    [`an event with ${name}`, `data: ${body}\n\n${DONE}`, true] as const,
    [`a whole answer with ${name}`, body.replace('"delta"', '"message"'), false] as const,
  ]),
)('%s → error', async (_, body, streaming) => {
  const { error } = await runWith((reply) => answerWith(reply, body), { request: { ...REQUEST, streaming } });
  expect(error?.code).toBe('protocol');
});
