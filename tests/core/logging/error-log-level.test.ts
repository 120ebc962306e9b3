import { expect, it } from 'vitest';
import type { ErrorCode, ErrorInfo } from '@/src/core/errors';
import { errorFacts, errorLogLevel } from '@/src/core/logging/error-log-level';

it.each<[string, ErrorCode[], string]>([
  [
    'what failed, the connection to the model among it, is an error',
    [
      ...([
        'auth',
        'context-too-long',
        'model-not-found',
        'network',
        'protocol',
        'rate-limit',
        'server',
      ] as const),
      ...(['illegal-transition', 'internal', 'invalid-calls', 'tool-call-required'] as const),
      ...(['not-found', 'page-protocol', 'state-refused', 'storage'] as const),
    ],
    'error',
  ],
  ['a time-out is a warning', ['timeout'], 'warning'],
  [
    'what waits for the user is a warning',
    [
      ...([
        'approval-gone',
        'busy',
        'conflict',
        'connection-missing',
        'interrupted',
        'invalid-message',
      ] as const),
      ...(['model-missing', 'page-changed', 'page-gone', 'page-unknown', 'permission-missing'] as const),
      'turned-off',
    ],
    'warning',
  ],
  ['what the user stopped is no failure', ['aborted'], 'info'],
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
    'without what it quotes',
    `SyntaxError: Unexpected token 'm', "my secret plan" is not JSON`,
    `SyntaxError: Unexpected token 'm', "…" is not JSON`,
  ],
  ['also where the quotation has no end', 'Error: bad "my secret', 'Error: bad "…"'],
  ['cut to its beginning', 'x'.repeat(400), 'x'.repeat(300)],
])('an internal error is logged %s', (_, details, defect) => {
  expect(errorFacts(info('internal', details))).toEqual({ code: 'internal', defect });
});

it('an internal error without details has none in the log', () => {
  expect(errorFacts(info('internal', null))).toEqual({ code: 'internal' });
});
