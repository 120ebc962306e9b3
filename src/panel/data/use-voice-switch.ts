import { VOICE_KEY } from '@/src/messages/channels';
import { type StoredChoice, useStoredChoice } from '@/src/panel/kit/use-stored';

/** True if the user has switched voice input on. */
export function useVoiceSwitch(onError: (error: unknown) => void): StoredChoice<boolean> {
  return useStoredChoice(VOICE_KEY, isSwitchedOn, onError);
}

function isSwitchedOn(stored: unknown): boolean {
  return stored === true;
}
