import { expect, it } from 'vitest';
import { createAnswerReader } from '@/playground/server/record/answer-reader';

const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const TOKENS = { prompt: 3, completion: 2, total: 5, cached: 0, reasoning: 0 };
const ERROR = { error: { message: 'No.', type: 'server_error', code: 'overloaded' } };
const FAILURE = { type: 'overloaded', message: 'No.' };
const SSE = 'text/event-stream; charset=utf-8';
const JSON_TYPE = 'application/json';
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

it.each([
  ['a whole answer', JSON_TYPE, JSON.stringify({ choices: [], usage: USAGE }), TOKENS, null],
  ['a stream', SSE, event({ choices: [] }) + event({ usage: USAGE }) + event('[DONE]'), TOKENS, null],
  ['a stream with other line ends', SSE, `data:${JSON.stringify({ usage: USAGE })}\r\n\r\n`, TOKENS, null],
  ['a stream without an end', SSE, `data: ${JSON.stringify({ usage: USAGE })}`, TOKENS, null],
  ['counts that came before the end', SSE, event({ usage: USAGE }) + event({ usage: null }), TOKENS, null],
  ['an error', JSON_TYPE, JSON.stringify(ERROR), null, FAILURE],
  ['an error in a stream', SSE, event({ usage: USAGE }) + event(ERROR), TOKENS, FAILURE],
  [
    'an error without a code',
    JSON_TYPE,
    '{"error":{"message":"No."}}',
    null,
    { type: 'error', message: 'No.' },
  ],
  ['words that look like counts', SSE, event({ choices: [{ delta: { content: '"usage"' } }] }), null, null],
  ['counts that are no numbers', JSON_TYPE, '{"usage":{"prompt_tokens":"many"}}', null, null],
  ['half an answer', JSON_TYPE, '{"usage":{', null, null],
  ['a page', 'text/html', '<!doctype html>', null, null],
  ['nothing', JSON_TYPE, '', null, null],
])('reads %s, however it is split', (_, type, text, tokens, failure) => {
  for (const size of [1, 7, text.length + 1]) {
    const reader = createAnswerReader(type);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(reader.end()).toEqual({ tokens, failure });
  }
});
