import { expect, it } from 'vitest';
import { wireResult } from '@/src/core/tools/wire-result';
import type { ToolResult } from '@/src/schema/tool-result';

it.each<[string, ToolResult, string]>([
  ['a success', { success: true, message: 'Done.' }, '{"success":true,"message":"Done."}'],
  [
    'a success with data, whatever the order',
    { data: { hint: 'b' }, message: 'Done.', success: true },
    '{"success":true,"message":"Done.","data":{"hint":"b"}}',
  ],
  [
    'a failure',
    { success: false, message: 'No.', error_code: 'no_match', data: { hint: 'h' } },
    '{"success":false,"message":"No.","data":{"hint":"h"},"error_code":"no_match"}',
  ],
  [
    'a call with wrong parameters',
    { success: false, message: 'No.', error_code: 'invalid_parameters', data: { hint: 'h' } },
    '{"success":false,"error":"No.","hint":"h","error_code":"invalid_parameters"}',
  ],
  [
    'a call of an unknown tool',
    { success: false, message: 'No.', error_code: 'unknown_tool', data: { hint: 'h' } },
    '{"success":false,"error":"No.","hint":"h","error_code":"unknown_tool"}',
  ],
  [
    'a page’s own failure of that code without a hint',
    { success: false, message: 'No.', error_code: 'invalid_parameters', data: { a: 1 } },
    '{"success":false,"message":"No.","data":{"a":1},"error_code":"invalid_parameters"}',
  ],
  [
    'a page’s own failure of that code with more than a hint',
    { success: false, message: 'No.', error_code: 'invalid_parameters', data: { hint: 'h', a: 1 } },
    '{"success":false,"message":"No.","data":{"hint":"h","a":1},"error_code":"invalid_parameters"}',
  ],
  [
    'a page’s own failure of that code without data',
    { success: false, message: 'No.', error_code: 'invalid_parameters' },
    '{"success":false,"message":"No.","error_code":"invalid_parameters"}',
  ],
  [
    'a page’s own success of that code',
    { success: true, message: 'Odd.', error_code: 'invalid_parameters', data: { hint: 'h' } },
    '{"success":true,"message":"Odd.","data":{"hint":"h"},"error_code":"invalid_parameters"}',
  ],
])('wireResult of %s', (_, result, text) => {
  expect(wireResult(result)).toBe(text);
});
