import type { ComponentProps } from 'react';
import { useVoiceSwitch } from '@/src/panel/data/use-voice-switch';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { speechRecognition } from '@/src/panel/kit/speech-recognition';
import { editField } from '../edit-field';
import type { VoiceInput } from './voice-input';

type VoiceInputProps = ComponentProps<typeof VoiceInput>;

const Late = lazyComponent<VoiceInputProps>(async () => (await import('./voice-input')).VoiceInput);

/** The microphone, once the user has switched it on, in a browser with speech recognition. Its code is loaded only then. */
export function LateVoiceInput(props: Omit<VoiceInputProps, 'Recognition' | 'edit'>) {
  const { value: isOn } = useVoiceSwitch(props.report);
  const Recognition = speechRecognition();
  return isOn === true && Recognition !== null ? (
    <Late {...props} Recognition={Recognition} edit={editField} />
  ) : null;
}
