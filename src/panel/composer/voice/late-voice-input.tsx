import type { ComponentProps } from 'react';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { speechRecognition } from '@/src/panel/kit/speech-recognition';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { editField } from '../edit-field';
import type { VoiceInput } from './voice-input';

type VoiceInputProps = ComponentProps<typeof VoiceInput>;

const Late = lazyComponent<VoiceInputProps>(async () => (await import('./voice-input')).VoiceInput);

/**
 * The microphone button, if the user turned voice input on and the browser has speech recognition. Its code is loaded
 * only then.
 */
export function LateVoiceInput(props: Omit<VoiceInputProps, 'Recognition' | 'edit' | 'report'>) {
  const { report } = useCommands();
  const { value: isOn } = useExtensionSetting('voiceInput');
  const Recognition = speechRecognition();
  return isOn === true && Recognition !== null ? (
    <Late {...props} Recognition={Recognition} edit={editField} report={report} />
  ) : null;
}
