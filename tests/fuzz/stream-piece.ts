import fc from 'fast-check';
import { ofKind, weighted } from './arbitraries';

/**
 * The endpoint's secrets in every case. Quotes, slashes and doubled spaces can be written in several ways.
 */
export const SECRETS = { key: 'sk-canaryKey"0/1', header: 'Bearer  open  "sesameHeader"' };

/**
 * The content of one event, or of a whole body. Large ones are described by their size, so that a case is
 * short when printed.
 */
export type Piece =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'long'; field: 'content' | 'reasoning' | 'name' | 'arguments'; length: number }
  | { kind: 'deep'; field: 'content' | 'usage' | 'error' | 'top' | 'arguments'; depth: number }
  | { kind: 'many'; calls: number }
  | { kind: 'wide'; field: 'content' | 'reasoning' | 'tool_calls' | 'choices' | 'more'; entries: number };

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    'stop',
    'Grüße 世界 🙂',
    '\ud800',
    '__proto__',
    'data: [DONE]\n\n',
    'error',
    '\u2028',
    '\0',
  ),
  fc.constantFrom(SECRETS.key, SECRETS.header, `a ${SECRETS.key} b`, encodeURIComponent(SECRETS.key)),
);

/** A value of an unexpected type. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e21, 2 ** 53, '', '0', [], {}, [[]], [null]),
  word,
  fc.array(fc.oneof(word, fc.record({ text: word, type: word, thinking: fc.array(word) })), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('__proto__', 'message', 'text', 'code', 'error', SECRETS.key), word, {
    maxKeys: 3,
  }),
);

type Fields = Record<string, fc.Arbitrary<unknown>>;

/**
 * An object with these fields; `oddness` percent of them are missing, and as many have an unexpected value.
 */
function loose(fields: Fields, oddness: number): fc.Arbitrary<object> {
  const missing = Symbol('missing');
  const some = Object.entries(fields).map(([name, field]) => [
    name,
    weighted([100 - 2 * oddness, field], [oddness, odd], [oddness, fc.constant(missing)]),
  ]);
  return fc
    .record(Object.fromEntries(some))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== missing)));
}

/** The objects of the API; `oddness` determines how well-formed they are. */
function values(oddness: number) {
  const one = (fields: Fields) => loose(fields, oddness);
  const count = fc.nat(2_000);
  const call = one({
    index: fc.nat(3),
    id: fc.constantFrom('call_0', 'call_1', ''),
    type: fc.constant('function'),
    function: one({
      name: fc.constantFrom('find', 'save_changes'),
      arguments: fc.constantFrom('{', '"a":1', '}', SECRETS.key),
    }),
  });
  const answer = one({
    content: word,
    reasoning_content: fc.constantFrom(null, 'Hm'),
    tool_calls: fc.oneof(fc.constant(null), fc.array(call, { maxLength: 3 })),
    refusal: fc.constant(null),
  });
  const usage = one({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: one({ cached_tokens: count, cache_write_tokens: count }),
    cache_read_input_tokens: fc.constantFrom(null, 7),
    cost: fc.double(),
  });
  const choice = (name: string) =>
    one({
      index: fc.constantFrom(0, 0, 0, 1),
      [name]: answer,
      finish_reason: fc.constantFrom(
        null,
        null,
        null,
        'stop',
        'tool_calls',
        'length',
        'content_filter',
        'eos',
      ),
      usage: fc.oneof(fc.constant(null), usage),
    });
  const choices = (name: string) => fc.array(choice(name), { minLength: 1, maxLength: 2 });
  const event = weighted(
    [8, one({ id: fc.constant('chatcmpl-1'), choices: choices('delta'), model: word })],
    [2, one({ choices: fc.constant([]), usage })],
    [1, one({ choices: choices('delta'), timings: one({ prompt_n: count, predicted_n: count }) })],
  );
  const error = one({
    message: word,
    code: fc.oneof(word, fc.integer({ min: 0, max: 600 })),
    type: word,
    param: word,
  });
  return {
    event,
    failure: one({ error: fc.oneof(error, word), choices: fc.constant([]) }),
    completion: one({ id: word, choices: choices('message'), usage }),
    models: one({
      data: fc.array(one({ id: fc.constantFrom('a/b', 'c'), owned_by: word }), { maxLength: 3 }),
    }),
  };
}

const texts = fc.constantFrom(
  ...[
    '',
    ' ',
    'null',
    '5',
    '"text"',
    '[]',
    '{',
    '{}',
    '{}{}',
    '{"a":NaN}',
    '[1e999]',
    'undefined',
    '<html>',
    '[DONE]',
    ' [DONE]',
  ],
  '{"choices":[{"delta":{"content":"a"}}]}{"choices":[{"delta":{"content":"b"}}]}',
  '{"choices":[{"delta":{"__proto__":{"content":[1]},"tool_calls":[{"__proto__":{"index":"x"}}]}}]}',
  '{"__proto__":{"choices":[{"delta":{"content":5}}]}}',
  '{"usage":{"prompt_tokens":1,"completion_tokens":1,"__proto__":{"cached_tokens":"x"},"cost":1e999}}',
  '{"error":{"message":{"toJSON":1},"code":[429]}}',
  `${SECRETS.key} ${SECRETS.header}`,
  JSON.stringify({ sent: SECRETS }),
  JSON.stringify({ usage: { prompt_tokens: 1, completion_tokens: 1, [SECRETS.key]: {} } }),
  JSON.stringify({ choices: [{ delta: { tool_calls: [{ function: { arguments: SECRETS.header } }] } }] }),
);

/**
 * Content that an endpoint may send as an event, a whole response or a list of models; well-formed if
 * `oddness` is 0.
 */
export function piece(oddness: number, of: 'event' | 'completion' | 'models'): fc.Arbitrary<Piece> {
  const made = values(oddness);
  const asPiece = (value: unknown): Piece => ({ kind: 'json', value });
  const json = made[of].map(asPiece);
  if (oddness === 0) return json;
  return weighted(
    [30, json],
    [2, made.failure.map(asPiece)],
    [3, ofKind('text', { text: texts })],
    [
      1,
      ofKind('long', {
        field: fc.constantFrom('content', 'reasoning', 'name', 'arguments'),
        length: fc.constantFrom(5_000, 200_000),
      }),
    ],
    [
      1,
      ofKind('deep', {
        field: fc.constantFrom('content', 'usage', 'error', 'top', 'arguments'),
        depth: fc.constantFrom(9, 600, 8_000, 50_000),
      }),
    ],
    [1, ofKind('many', { calls: fc.constantFrom(40, 1_001, 3_000) })],
    [
      1,
      ofKind('wide', {
        field: fc.constantFrom('content', 'reasoning', 'tool_calls', 'choices', 'more'),
        entries: fc.constantFrom(20, 30_000, 300_000),
      }),
    ],
  );
}
