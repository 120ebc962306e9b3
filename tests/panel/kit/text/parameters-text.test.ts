import { expect, it } from 'vitest';
import { parametersText } from '@/src/panel/kit/text/parameters-text';

const NONE = { temperature: null, maxTokens: null, reasoningEffort: null };

it.each([
  [{ parameters: NONE, streaming: true, takesImages: true }, 'takes images'],
  [{ parameters: NONE, streaming: true, takesImages: false }, 'takes no images'],
  [{ parameters: NONE, streaming: true, takesImages: null }, 'the endpoint’s defaults'],
  [{ parameters: NONE, streaming: false, takesImages: null }, 'no streaming'],
  [{ parameters: { ...NONE, temperature: 0 }, streaming: true, takesImages: null }, 'temperature 0'],
  [
    {
      parameters: { temperature: 1, maxTokens: 5, reasoningEffort: 'low' },
      streaming: false,
      takesImages: null,
    } as const,
    'temperature 1, at most 5 tokens, low effort, no streaming',
  ],
])('%j has the text %s', (parameters, text) => expect(parametersText(parameters)).toBe(text));
