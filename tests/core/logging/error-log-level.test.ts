import { expect, it } from 'vitest';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { ErrorInfo } from '@/src/schema/error-info';
import { type ErrorCode, errorLogLevel } from '@/src/schema/values/error-code';

it.each<[string, ErrorCode[], string]>([
  [
    'a failure, such as a lost connection to the model, is an error',
    [
      'auth',
      'call-as-text',
      'context-too-long',
      'model-not-found',
      'network',
      'protocol',
      'rate-limit',
      'server',
      'illegal-transition',
      'internal',
      'invalid-calls',
      'tool-call-required',
      'not-found',
      'page-protocol',
      'state-refused',
      'storage',
    ],
    'error',
  ],
  ['a timeout is a warning', ['timeout'], 'warning'],
  [
    'a request for an action of the user is a warning',
    [
      'approval-gone',
      'busy',
      'conflict',
      'connection-missing',
      'interrupted',
      'invalid-message',
      'model-missing',
      'page-changed',
      'page-gone',
      'page-unknown',
      'permission-missing',
      'turned-off',
    ],
    'warning',
  ],
  ['a stop by the user is not a failure', ['aborted'], 'info'],
])('%s', (_, codes, level) => {
  expect(codes.map(errorLogLevel)).toEqual(codes.map(() => level));
});

function info(code: ErrorCode, details: string | null): ErrorInfo {
  return { code, message: 'm', remedy: 'r', details };
}

it('the details of an error are not logged, because they may quote the conversation', () => {
  expect(errorFacts(info('protocol', 'HTTP 400: "my secret plan" is not allowed'))).toEqual({
    code: 'protocol',
  });
});

it.each([
  [
    'without quoted text',
    `SyntaxError: Unexpected token 'm', "my secret plan" is not JSON`,
    `SyntaxError: Unexpected token 'm', "…" is not JSON`,
  ],
  ['also if the quotation has no end', 'Error: bad "my secret', 'Error: bad "…"'],
  ['truncated', 'x'.repeat(400), 'x'.repeat(300)],
])('an internal error is logged %s', (_, details, defect) => {
  expect(errorFacts(info('internal', details))).toEqual({ code: 'internal', defect });
});

it('an internal error without details has none in the log', () => {
  expect(errorFacts(info('internal', null))).toEqual({ code: 'internal' });
});
