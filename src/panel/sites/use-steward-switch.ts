import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { SWITCH_KEY } from '@/src/messages/channels';

/** Whether Steward is on at all; null until the browser has told. */
export function useStewardSwitch(onError: (error: unknown) => void): boolean | null {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  useEffect(() => {
    const read = () => {
      browser.storage.local.get(SWITCH_KEY).then((stored) => setIsOn(stored[SWITCH_KEY] !== false), onError);
    };
    const onChanged = (changes: Record<string, unknown>, area: string) => {
      if (area === 'local' && SWITCH_KEY in changes) read();
    };
    browser.storage.onChanged.addListener(onChanged);
    read();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [onError]);
  return isOn;
}
