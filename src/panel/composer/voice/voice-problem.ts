import { i18n } from '@/src/texts/i18n';

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
      return { text: i18n.t('composer.voice.notAllowed'), canAllow: true };
    case 'no-speech':
      return { text: i18n.t('composer.voice.nothingHeard'), canAllow: false };
    case 'audio-capture':
      return { text: i18n.t('composer.voice.noMicrophone'), canAllow: false };
    case 'network':
      return {
        text: i18n.t('composer.voice.offline'),
        canAllow: false,
      };
    case 'service-not-allowed':
      return { text: i18n.t('composer.voice.switchedOff'), canAllow: false };
    case 'language-not-supported':
      return {
        text: i18n.t('composer.voice.badLanguage'),
        canAllow: false,
      };
    default:
      return {
        text: i18n.t('composer.voice.failed', { code }),
        canAllow: false,
      };
  }
}
