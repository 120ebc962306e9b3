import { browser } from 'wxt/browser';
import { VOICE_KEY } from '@/src/messages/channels';
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
      <legend>Voice input</legend>
      <SwitchField
        label="Microphone in the message field"
        sentence={hasRecognition ? WHERE_SOUND_GOES : 'This browser has no speech recognition.'}
        isOn={isOn === true && hasRecognition}
        onChange={(isChosen) => void perform(() => browser.storage.local.set({ [VOICE_KEY]: isChosen }))}
      />
    </fieldset>
  );
}

const WHERE_SOUND_GOES =
  'The browser turns speech into text. Most browsers send the sound to servers of their vendor for that: Chrome to Google. Steward gets ' +
  'the text only, and sends it with your message.';
