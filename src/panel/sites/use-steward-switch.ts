import { SWITCH_KEY } from '@/src/messages/channels';
import { useStored } from '../link/use-stored';

/** Whether Steward is on at all; null until the browser has told. */
export function useStewardSwitch(onError: (error: unknown) => void): boolean | null {
  return useStored(SWITCH_KEY, isOn, onError);
}

function isOn(stored: unknown): boolean {
  return stored !== false;
}
