import { VOICE_KEY } from '@/src/messages/channels';
import { useStored } from '@/src/panel/kit/use-stored';

/** True if the user has switched voice input on; null until it is loaded. */
export function useVoiceSwitch(onError: (error: unknown) => void): boolean | null {
  return useStored(VOICE_KEY, isSwitchedOn, onError, 'local');
}

function isSwitchedOn(stored: unknown): boolean {
  return stored === true;
}
