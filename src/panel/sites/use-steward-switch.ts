import { SWITCH_KEY } from '@/src/messages/channels';
import { useStored } from '../link/use-stored';

/** True if Steward is on globally; null until it is loaded. */
export function useStewardSwitch(onError: (error: unknown) => void): boolean | null {
  return useStored(SWITCH_KEY, isOn, onError, 'local');
}

function isOn(stored: unknown): boolean {
  return stored !== false;
}
