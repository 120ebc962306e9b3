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
  ['missing if it has no visible text', 'page_add', { page_answer: ' ' }, null],
  ['missing if the result has none', 'page_add', {}, null],
  ['missing for a tool of Steward', 'add_rule', { page_answer: 'Added' }, null],
])('the answer of a page tool is %s', (_, tool, data, expected) => {
  expect(pageAnswer(tool, data)).toBe(expected);
});
