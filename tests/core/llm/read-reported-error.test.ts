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
    ['with success false', { success: false, message: 'No' }, { success: false, message: 'No' }],
    ['with a detail', { detail: 'No' }, { detail: 'No' }],
    ['with a detail and empty choices', { detail: 'No', choices: [] }, { detail: 'No', choices: [] }],
    ['with a failed status as its code', { message: 'No', code: '429' }, { message: 'No', code: '429' }],
    ['with a failed status', { message: 'No', status: 500 }, { message: 'No', status: 500 }],
    ['with only a message', { message: 'No' }, { message: 'No' }],
    ['with a message in another field', { msg: 'No' }, { msg: 'No' }],
    ['with a message and a word as its code', { message: 'No', code: 'x' }, { message: 'No', code: 'x' }],
    ['with several errors', { errors: [{ message: 'No' }, { message: 'x' }] }, { message: 'No' }],
    ['with several errors beside an answer', { ...choice({}), errors: ['No'] }, 'No'],
    ['with errors as a text', { errors: 'No' }, 'No'],
    ['with an error code (Baidu)', { error_code: 18, error_msg: 'No' }, { error_code: 18, error_msg: 'No' }],
    [
      'with a failed status (MiniMax)',
      { choices: null, base_resp: { status_code: 1008, status_msg: 'No' } },
      { status_code: 1008, status_msg: 'No' },
    ],
    ['with an error in its delta', choice({ delta: { error: { message: 'No' } } }), { message: 'No' }],
    ['with an error in its message', choice({ message: { error: 'No' } }), 'No'],
    ['with an error in another choice', { choices: [{ index: 1, delta: {} }, { error: 'No' }] }, 'No'],
    [
      'with a finish reason that names a failure',
      choice({ finish_reason: 'ERROR' }),
      { message: 'The answer ended with the finish reason error.', code: 'error' },
    ],
  ])('%s → its failure', (_, value, failure) => {
    expect(readReportedError(value)).toEqual(failure);
  });

  it.each(['aborted', 'cancelled', 'canceled', 'timeout', 'timed_out', 'interrupted', 'network_error'])(
    'the finish reason %s → a failure',
    (reason) => {
      expect(readReportedError(choice({ finish_reason: reason }))).toMatchObject({ code: reason });
    },
  );

  it.each([
    ['an answer', choice({ finish_reason: 'stop' })],
    ['a detail beside a list of models', { detail: 'Sorted.', data: [{ id: 'a' }] }],
    ['a detail beside a list of another name', { detail: 'Sorted.', models: [] }],
    ['an answer with fields that flat errors have', { ...choice({}), object: 'error', detail: 'x' }],
    ['only usage', { choices: [], usage: { prompt_tokens: 1 } }],
    ['an error that is null', { error: null }],
    ['an error that is empty', { error: '' }],
    ['an error without fields', { ...choice({}), error: {} }],
    ['an error whose fields are empty', { ...choice({}), error: { message: '', code: null } }],
    ['errors that are empty', { ...choice({}), errors: [{ message: '' }] }],
    ['a code that is not an error status', { message: 'Hi', code: 200 }],
    ['an unknown finish reason', choice({ finish_reason: 5 })],
    ['an empty list', []],
    ['no errors', { ...choice({}), errors: [] }],
    ['an empty message', { message: '' }],
    ['a message beside an answer', { ...choice({}), message: 'Hi' }],
    ['a message beside a list of models', { data: [], message: 'Hi' }],
    ['a message beside usage', { choices: [], usage: {}, message: 'Hi' }],
    ['a message of a working server', { type: 'ping', message: 'Hi' }],
    ['a message of a server with a queue', { status: 'queued', message: 'Hi' }],
    ['the error code 0', { error_code: 0 }],
    ['a status of success (MiniMax)', { ...choice({}), base_resp: { status_code: 0, status_msg: '' } }],
    ['choices that are not a list', { choices: [null, 1] }],
    ['a text', 'error'],
    ['null', null],
    ['undefined', undefined],
  ])('with %s → null', (_, value) => {
    expect(readReportedError(value)).toBeNull();
  });
});
