import { useEffect, useRef, useState } from 'react';
import type {
  SpeechRecognition,
  SpeechRecognitionClass,
  SpeechResults,
} from '@/src/panel/kit/speech-recognition';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

export interface Dictation {
  isListening: boolean;
  /** The words that may still change. */
  interim: string;
  /** The reason why the last dictation ended by itself, until it is dismissed; null if there is none. */
  problem: VoiceProblem | null;
  /** Rejects with the browser's error if it can't be started. */
  start(): Promise<void>;
  /** Ends the dictation. Words that were spoken before are still recognized and passed on. */
  stop(): void;
  /** Ends the dictation at once. Words that aren't final yet are dropped. */
  discard(): void;
  dismiss(): void;
}

/**
 * Turns speech into text with the browser's recognition, until it is stopped or the browser ends it. Passes each part
 * to `onWords` once it is final. A side panel can't request the microphone permission, so dictation doesn't start
 * without it.
 */
export function useDictation(
  Recognition: SpeechRecognitionClass,
  onWords: (words: string) => void,
): Dictation {
  const running = useRef<SpeechRecognition | null>(null);
  const [isListening, setIsListening] = useState(false);
  const [interim, setInterim] = useState('');
  const [problem, setProblem] = useState<VoiceProblem | null>(null);
  const newest = useRef(onWords);
  newest.current = onWords;

  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );

  function read({ resultIndex, results }: SpeechResults): void {
    let changing = '';
    for (let index = resultIndex; index < results.length; index += 1) {
      const words = results[index]?.[0]?.transcript ?? '';
      if (results[index]?.isFinal !== true) changing += words;
      else if (words.trim() !== '') newest.current(words);
    }
    setInterim(changing);
  }

  function listen(recognition: SpeechRecognition, end: (reason: VoiceProblem | null) => void): void {
    let reason: VoiceProblem | null = null;
    Object.assign(recognition, { continuous: true, interimResults: true, lang: navigator.language });
    recognition.onresult = (event) => {
      if (running.current === recognition) read(event);
    };
    recognition.onerror = ({ error }) => {
      reason = voiceProblem(error);
    };
    recognition.onend = () => end(reason);
    recognition.start();
    setIsListening(true);
  }

  return {
    isListening,
    interim,
    problem,
    async start() {
      if (running.current !== null) return;
      const recognition = new Recognition();
      running.current = recognition;
      setProblem(null);
      const end = (reason: VoiceProblem | null) => {
        // A recognition that was replaced or unmounted must not change the state.
        if (running.current !== recognition) return;
        running.current = null;
        setIsListening(false);
        setInterim('');
        setProblem(reason);
      };
      try {
        if (!(await isMicrophoneAllowed())) return end(voiceProblem('not-allowed'));
        if (running.current === recognition) listen(recognition, end);
      } catch (error) {
        end(null);
        throw error;
      }
    },
    stop: () => running.current?.stop(),
    discard() {
      running.current?.abort();
      running.current = null;
      setIsListening(false);
      setInterim('');
    },
    dismiss: () => setProblem(null),
  };
}

async function isMicrophoneAllowed(): Promise<boolean> {
  return (await navigator.permissions.query({ name: 'microphone' })).state === 'granted';
}

/** A problem of voice input, for a note. */
interface VoiceProblem {
  text: string;
  /** True if the user can allow the microphone in a tab of the extension. */
  canAllow: boolean;
}

/** Texts by the error codes of the browser's speech recognition. */
const PROBLEMS: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['not-allowed', 'composer.voice.notAllowed'],
  ['no-speech', 'composer.voice.nothingHeard'],
  ['audio-capture', 'composer.voice.noMicrophone'],
  ['network', 'composer.voice.offline'],
  ['service-not-allowed', 'composer.voice.switchedOff'],
  ['language-not-supported', 'composer.voice.badLanguage'],
]);

/** A problem for an error code of the browser's speech recognition; null if the user stopped it. */
export function voiceProblem(code: string): VoiceProblem | null {
  if (code === 'aborted') return null;
  const known = PROBLEMS.get(code);
  return {
    text: known === undefined ? t('composer.voice.failed', { code }) : t(known),
    canAllow: code === 'not-allowed',
  };
}
