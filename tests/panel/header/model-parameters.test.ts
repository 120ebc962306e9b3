import { describe, expect, it } from 'vitest';
import { fieldsOf, parametersText, readParameters } from '@/src/panel/header/model-parameters';

const EMPTY = { temperature: '', maxTokens: '', reasoningEffort: '' };
const NONE = { temperature: null, maxTokens: null, reasoningEffort: null };

describe('the fields', () => {
  it.each([
    ['nothing', EMPTY, NONE],
    ['spaces', { ...EMPTY, temperature: ' ', maxTokens: ' ' }, NONE],
    [
      'all of them',
      { temperature: '0.2', maxTokens: '800', reasoningEffort: 'low' },
      { temperature: 0.2, maxTokens: 800, reasoningEffort: 'low' },
    ],
    ['a decimal comma', { ...EMPTY, temperature: '0,7' }, { ...NONE, temperature: 0.7 }],
    ['zero, which is not nothing', { ...EMPTY, temperature: '0' }, { ...NONE, temperature: 0 }],
  ])('may hold %s', (_, fields, parameters) => {
    expect(readParameters(fields)).toEqual({ ok: true, parameters });
  });

  it.each([
    ['temperature', '2.1'],
    ['temperature', '-1'],
    ['temperature', 'warm'],
    ['maxTokens', '0'],
    ['maxTokens', '1.5'],
    ['maxTokens', '1000001'],
    ['maxTokens', 'many'],
  ])('say what %s wants instead of %s', (field, text) => {
    const read = readParameters({ ...EMPTY, [field]: text });
    expect(read).toEqual({ ok: false, problems: { [field]: expect.stringMatching(/number from \d to \d/) } });
  });

  it('open with what was saved', () => {
    const parameters = { temperature: 0, maxTokens: 16, reasoningEffort: 'high' } as const;
    expect(readParameters(fieldsOf(parameters))).toEqual({ ok: true, parameters });
    expect(fieldsOf(NONE)).toEqual(EMPTY);
  });
});

it.each([
  [NONE, 'the endpoint’s defaults'],
  [{ ...NONE, temperature: 0 }, 'temperature 0'],
  [
    { temperature: 1, maxTokens: 5, reasoningEffort: 'low' } as const,
    'temperature 1, at most 5 tokens, low effort',
  ],
])('%j reads %s', (parameters, text) => expect(parametersText(parameters)).toBe(text));
