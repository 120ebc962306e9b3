import { expect, it } from 'vitest';
import { pageAnswer } from '@/src/core/tools/page-answer';
import type { JsonObject } from '@/src/schema/values/json';

it.each<[string, string, JsonObject, string | null]>([
  ['a text', 'page_add', { page_answer: 'Added cleo' }, 'Added cleo'],
  ['an error', 'page_add', { page_error: 'It broke.' }, 'It broke.'],
  [
    'the texts of an MCP result',
    'page_add',
    {
      page_answer:
        '{"content":[{"type":"text","text":"Added"},{"type":"image"},{"type":"text","text":"cleo"}]}',
    },
    'Added\ncleo',
  ],
  ['other JSON as it is', 'page_add', { page_answer: '{"got":{"name":"cy"}}' }, '{"got":{"name":"cy"}}'],
  ['no empty text', 'page_add', { page_answer: ' ' }, null],
  ['nothing without an answer', 'page_add', {}, null],
  ['nothing of another tool', 'add_rule', { page_answer: 'Added' }, null],
])('the answer of a page tool is %s', (_, tool, data, expected) => {
  expect(pageAnswer(tool, data)).toBe(expected);
});
