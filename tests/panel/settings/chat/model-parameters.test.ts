import { describe, expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { fieldsOf, readParameters } from '@/src/panel/settings/chat/model-form';

const NONE = newChatSettings().parameters;
const EMPTY = fieldsOf({ parameters: NONE, streaming: true, takesImages: null });

describe('the fields', () => {
  it.each([
    ['nothing', EMPTY, NONE],
    ['spaces', { ...EMPTY, temperature: ' ', maxTokens: ' ' }, NONE],
    [
      'all of them',
      { ...EMPTY, temperature: '0.2', maxTokens: '800', reasoningEffort: 'low' },
      { ...NONE, temperature: 0.2, maxTokens: 800, reasoningEffort: 'low' },
    ],
    ['a decimal comma', { ...EMPTY, temperature: '0,7' }, { ...NONE, temperature: 0.7 }],
    ['zero, which differs from empty', { ...EMPTY, temperature: '0' }, { ...NONE, temperature: 0 }],
  ])('may hold %s', (_, entered, parameters) => {
    for (const streaming of [true, false]) {
      const fields = { ...EMPTY, ...entered, streaming };
      expect(readParameters(fields)).toEqual({
        ok: true,
        values: { parameters, streaming, takesImages: null },
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
    ['maxTokens', '1,5'],
  ])('show what to enter for %s instead of %s', (field, text) => {
    const read = readParameters({ ...EMPTY, [field]: text });
    expect(read).toEqual({ ok: false, problems: { [field]: expect.stringMatching(/number from \d to \d/) } });
  });

  it.each([true, false])('open with the stored settings, streaming %j', (streaming) => {
    const settings = {
      parameters: { ...NONE, temperature: 0, maxTokens: 16, reasoningEffort: 'high' as const },
      streaming,
      takesImages: null,
    };
    expect(readParameters(fieldsOf(settings))).toEqual({ ok: true, values: settings });
    const {
      streaming: _,
      takesImages,
      ...parameters
    } = fieldsOf({
      parameters: NONE,
      streaming,
      takesImages: null,
    });
    expect(new Set([takesImages, ...Object.values(parameters)])).toEqual(new Set(['']));
  });
});
