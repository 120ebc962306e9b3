import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { speechRecognition } from '@/src/panel/kit/speech-recognition';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import { t } from '@/src/texts/i18n';

const { voiceInput: ROW } = EXTENSION_SETTINGS;

/** The switch for the microphone, with a note on where the sound is sent. */
export function VoiceChoice() {
  const voice = useExtensionSetting('voiceInput');
  const hasRecognition = speechRecognition() !== null;
  return (
    <fieldset disabled={voice.value === null || !hasRecognition}>
      <SwitchField
        label={ROW.label}
        sentence={t(hasRecognition ? ROW.effect : 'appearance.voice.notSupported')}
        isOn={voice.value === true && hasRecognition}
        onChange={(isOn) => voice.choose(isOn)}
      />
    </fieldset>
  );
}
