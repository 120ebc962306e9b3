import type { ComponentProps } from 'react';
import { VOICE_KEY } from '@/src/messages/channels';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { speechRecognition } from '@/src/panel/kit/speech-recognition';
import { useStored } from '@/src/panel/kit/use-stored';
import { editField } from '../edit-field';
import type { VoiceInput } from './voice-input';

type VoiceInputProps = ComponentProps<typeof VoiceInput>;

const Late = lazyComponent<VoiceInputProps>(async () => (await import('./voice-input')).VoiceInput);

/** The microphone, once the user has switched it on, in a browser with speech recognition. Its code is loaded only then. */
export function LateVoiceInput(props: Omit<VoiceInputProps, 'Recognition' | 'edit'>) {
  const isOn = useStored(VOICE_KEY, isSwitchedOn, props.report, 'local');
  const Recognition = speechRecognition();
  return isOn === true && Recognition !== null ? (
    <Late {...props} Recognition={Recognition} edit={editField} />
  ) : null;
}

/** True if the stored switch for voice input is on. */
export function isSwitchedOn(stored: unknown): boolean {
  return stored === true;
}
