import { afterEach, describe, expect, it, vi } from 'vitest';
import { voiceProblem } from '@/src/panel/composer/voice/use-dictation';
import { insertWords } from '@/src/panel/composer/voice/voice-input';
import { speechRecognition } from '@/src/panel/kit/speech-recognition';

afterEach(() => vi.unstubAllGlobals());

describe('words that were said', () => {
  it.each([
    ['', [0, 0], 'Hide', 'Hide', 4],
    ['Hide', [4, 4], 'models', 'Hide models', 11],
    ['Hide ', [5, 5], ' models ', 'Hide models', 11],
    ['Hide models', [4, 4], 'all', 'Hide all models', 8],
    ['Hide models', [5, 5], 'all', 'Hide all models', 9],
    ['Hide. Save', [5, 10], 'Undo', 'Hide. Undo', 10],
    ['One\n', [4, 4], 'two', 'One\ntwo', 7],
    ['über alles', [0, 0], 'nichts', 'nichts über alles', 7],
    ['всё', [0, 0], 'Скрой', 'Скрой всё', 6],
    ['_old', [0, 0], 'Hide', 'Hide _old', 5],
    ['2 models', [0, 0], 'Hide', 'Hide 2 models', 5],
    ['Hide, please', [4, 4], 'it', 'Hide it, please', 7],
  ] as const)('in %j at %j: %j', (text, [start, end], words, result, caret) => {
    expect(insertWords(text, { start, end }, words)).toMatchObject({ text: result, caret });
  });
});

describe('a problem of voice input', () => {
  it.each([
    ['not-allowed', 'Steward may not use the microphone.', true],
    ['no-speech', 'Nothing was heard. Press the microphone and speak.', false],
    ['audio-capture', 'No microphone was found. Connect one, then try again.', false],
    ['network', 'The browser’s speech service can’t be reached. Check the network, or type.', false],
    ['service-not-allowed', 'This browser has its speech service switched off.', false],
    [
      'language-not-supported',
      'The browser’s speech service doesn’t know the language of this browser.',
      false,
    ],
    ['bad-grammar', 'The browser’s speech recognition failed (bad-grammar). Try again, or type.', false],
  ])('%s is described', (code, text, canAllow) => expect(voiceProblem(code)).toEqual({ text, canAllow }));

  it('is none if the user stopped it', () => expect(voiceProblem('aborted')).toBeNull());
});

describe('the browser’s speech recognition', () => {
  class Standard {}
  class Prefixed {}
  it.each([
    [{}, null],
    [{ webkitSpeechRecognition: Prefixed }, Prefixed],
    [{ SpeechRecognition: Standard, webkitSpeechRecognition: Prefixed }, Standard],
  ])('with %j', (names, found) => {
    for (const [name, value] of Object.entries(names)) vi.stubGlobal(name, value);
    expect(speechRecognition()).toBe(found);
  });
});
