import { browser } from 'wxt/browser';
import { VOICE_KEY } from '@/src/messages/channels';
import { i18n } from '@/src/texts/i18n';
import { SwitchField } from '../chat-settings/switch-field';
import { isSwitchedOn } from '../composer/voice/late-voice-input';
import { speechRecognition } from '../composer/voice/speech-recognition';
import type { Perform } from '../errors/use-command-error';
import { useStored } from '../link/use-stored';

interface VoiceSectionProps {
  perform: Perform;
  onError(error: unknown): void;
}

/** The switch for voice input, in all panels. It says where the sound goes. */
export function VoiceSection({ perform, onError }: VoiceSectionProps) {
  const isOn = useStored(VOICE_KEY, isSwitchedOn, onError, 'local');
  const hasRecognition = speechRecognition() !== null;
  return (
    <fieldset className="send-key-choice" disabled={isOn === null || !hasRecognition}>
      <legend>{i18n.t('appearance.voice.legend')}</legend>
      <SwitchField
        label={i18n.t('appearance.voice.label')}
        sentence={
          hasRecognition ? i18n.t('appearance.voice.explanation') : i18n.t('appearance.voice.notSupported')
        }
        isOn={isOn === true && hasRecognition}
        onChange={(isChosen) => void perform(() => browser.storage.local.set({ [VOICE_KEY]: isChosen }))}
      />
    </fieldset>
  );
}
