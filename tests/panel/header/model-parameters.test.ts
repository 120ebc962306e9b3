import { describe, expect, it } from 'vitest';
import { fieldsOf, readParameters } from '@/src/panel/header/model-parameters';

const EMPTY = { temperature: '', maxTokens: '', reasoningEffort: '', streaming: true, takesImages: '' };
const NONE = { temperature: null, maxTokens: null, reasoningEffort: null };

describe('the fields', () => {
  it.each([
    ['nothing', EMPTY, NONE],
    ['spaces', { ...EMPTY, temperature: ' ', maxTokens: ' ' }, NONE],
    [
      'all of them',
      { ...EMPTY, temperature: '0.2', maxTokens: '800', reasoningEffort: 'low' },
      { temperature: 0.2, maxTokens: 800, reasoningEffort: 'low' },
    ],
    ['a decimal comma', { ...EMPTY, temperature: '0,7' }, { ...NONE, temperature: 0.7 }],
    ['zero, which differs from empty', { ...EMPTY, temperature: '0' }, { ...NONE, temperature: 0 }],
  ])('may hold %s', (_, entered, parameters) => {
    for (const streaming of [true, false]) {
      const fields = { ...EMPTY, ...entered, streaming };
      expect(readParameters(fields)).toEqual({
        ok: true,
        settings: { parameters, streaming, takesImages: null },
      });
    }
  });

  it.each([
    ['temperature', '2.1'],
    ['temperature', '-1'],
    ['temperature', 'warm'],
    ['maxTokens', '0'],
    ['maxTokens', '1.5'],
    ['maxTokens', '1000001'],
    ['maxTokens', 'many'],
  ])('show what to enter for %s instead of %s', (field, text) => {
    const read = readParameters({ ...EMPTY, [field]: text });
    expect(read).toEqual({ ok: false, problems: { [field]: expect.stringMatching(/number from \d to \d/) } });
  });

  it.each([true, false])('open with the stored settings, streaming %j', (streaming) => {
    const settings = {
      parameters: { temperature: 0, maxTokens: 16, reasoningEffort: 'high' },
      streaming,
      takesImages: null,
    } as const;
    expect(readParameters(fieldsOf(settings))).toEqual({ ok: true, settings });
    expect(fieldsOf({ parameters: NONE, streaming, takesImages: null })).toEqual({ ...EMPTY, streaming });
  });
});
