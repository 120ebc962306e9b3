/** A problem of voice input, for a note. */
export interface VoiceProblem {
  text: string;
  /** True if the user can allow the microphone in a tab of the extension. */
  canAllow: boolean;
}

/** A problem for an error code of the browser's speech recognition; null if the user stopped it. */
export function voiceProblem(code: string): VoiceProblem | null {
  switch (code) {
    case 'aborted':
      return null;
    case 'not-allowed':
      return { text: 'Steward may not use the microphone.', canAllow: true };
    case 'no-speech':
      return { text: 'Nothing was heard. Press the microphone and speak.', canAllow: false };
    case 'audio-capture':
      return { text: 'No microphone was found. Connect one, then try again.', canAllow: false };
    case 'network':
      return {
        text: 'The browser’s speech service can’t be reached. Check the network, or type.',
        canAllow: false,
      };
    case 'service-not-allowed':
      return { text: 'This browser has its speech service switched off.', canAllow: false };
    case 'language-not-supported':
      return {
        text: 'The browser’s speech service doesn’t know the language of this browser.',
        canAllow: false,
      };
    default:
      return {
        text: `The browser’s speech recognition failed (${code}). Try again, or type.`,
        canAllow: false,
      };
  }
}
