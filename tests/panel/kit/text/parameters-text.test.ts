import { expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { parametersOf } from '@/src/panel/kit/text/parameters-text';
import { wordsOf } from '@/src/texts/i18n';

const NONE = newChatSettings().parameters;

it.each([
  [{ parameters: NONE, streaming: true, takesImages: true }, 'takes images'],
  [{ parameters: NONE, streaming: true, takesImages: false }, 'takes no images'],
  [{ parameters: NONE, streaming: true, takesImages: null }, 'the endpoint’s defaults'],
  [{ parameters: NONE, streaming: false, takesImages: null }, 'no streaming'],
  [{ parameters: { ...NONE, maxTokens: 1 }, streaming: true, takesImages: null }, 'at most 1 token'],
  [{ parameters: { ...NONE, temperature: 0 }, streaming: true, takesImages: null }, 'temperature 0'],
  [
    {
      parameters: { ...NONE, temperature: 1, maxTokens: 5, reasoningEffort: 'low' as const },
      streaming: false,
      takesImages: null,
    },
    'temperature 1, at most 5 tokens, reasoning effort low and no streaming',
  ],
])('%j has the text %s', (parameters, text) => expect(wordsOf(parametersOf(parameters))).toBe(text));
