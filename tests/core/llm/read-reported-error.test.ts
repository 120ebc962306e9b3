import { describe, expect, it } from 'vitest';
import { readReportedError } from '@/src/core/llm/read-reported-error';

const choice = (fields: object) => ({ choices: [{ index: 0, delta: { content: 'Hi' }, ...fields }] });

describe('an event or body', () => {
  it.each<[string, unknown, unknown]>([
    ['with an error object', { error: { message: 'No' } }, { message: 'No' }],
    ['with an error text', { error: 'No' }, 'No'],
    ['with an error beside an answer', { ...choice({}), error: { message: 'No' } }, { message: 'No' }],
    ['with an error in its choice', choice({ error: { message: 'No' } }), { message: 'No' }],
    ['that is a list with an error', [{ error: 'No' }], 'No'],
    ['of the object error', { object: 'error', message: 'No' }, { object: 'error', message: 'No' }],
    ['of the type error', { type: 'error', message: 'No' }, { type: 'error', message: 'No' }],
    ['of the status error', { status: 'error', message: 'No' }, { status: 'error', message: 'No' }],
    ['without success', { success: false, message: 'No' }, { success: false, message: 'No' }],
    ['with a detail', { detail: 'No' }, { detail: 'No' }],
    ['with a detail and empty choices', { detail: 'No', choices: [] }, { detail: 'No', choices: [] }],
    ['with a failed status as its code', { message: 'No', code: '429' }, { message: 'No', code: '429' }],
    ['with a failed status', { message: 'No', status: 500 }, { message: 'No', status: 500 }],
    [
      'with a finish reason that names a failure',
      choice({ finish_reason: 'ERROR' }),
      { message: 'The answer ended with the finish reason error.', code: 'error' },
    ],
  ])('%s → its failure', (_, value, failure) => {
    expect(readReportedError(value)).toEqual(failure);
  });

  it.each([
    ['an answer', choice({ finish_reason: 'stop' })],
    ['an answer with fields that flat errors have', { ...choice({}), object: 'error', detail: 'x' }],
    ['usage alone', { choices: [], usage: { prompt_tokens: 1 } }],
    ['an error that is null', { error: null }],
    ['an error that is empty', { error: '' }],
    ['a code that is no failed status', { message: 'Hi', code: 200 }],
    ['an odd finish reason', choice({ finish_reason: 5 })],
    ['an empty list', []],
    ['a text', 'error'],
    ['null', null],
    ['undefined', undefined],
  ])('with %s → null', (_, value) => {
    expect(readReportedError(value)).toBeNull();
  });
});
