/** The part of the browser's speech recognition that Steward uses. TypeScript has no types for it, since few browsers support it. */
export interface SpeechRecognition {
  /** True to continue after a pause in the speech. */
  continuous: boolean;
  /** True to report results also while they may still change. */
  interimResults: boolean;
  /** Language tag, e.g. `de-AT`. */
  lang: string;
  onresult: ((event: SpeechResults) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  /** Called once, at the end of each recognition, also after an error. */
  onend: (() => void) | null;
  /** Throws if the recognition has been started already. */
  start(): void;
  /** Ends the recognition; a last result may follow. */
  stop(): void;
  /** Ends the recognition without another result. */
  abort(): void;
}

/** All results so far. Those before `resultIndex` haven't changed. */
export interface SpeechResults {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean } & ArrayLike<{ transcript: string }>>;
}

export type SpeechRecognitionClass = new () => SpeechRecognition;

/** The browser's speech recognition; null if it has none. Chromium has it under a prefixed name. */
export function speechRecognition(): SpeechRecognitionClass | null {
  const { SpeechRecognition: standard, webkitSpeechRecognition: prefixed } = globalThis as {
    SpeechRecognition?: SpeechRecognitionClass;
    webkitSpeechRecognition?: SpeechRecognitionClass;
  };
  return standard ?? prefixed ?? null;
}
