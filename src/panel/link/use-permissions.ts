import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';

/**
 * What the browser's permissions come to, asked again whenever they change; null until it has told. `requestPreview` has to stay
 * the same function as long as it asks the same.
 */
export function usePermissions<Answer>(
  ask: () => Promise<Answer>,
  onError: (error: unknown) => void,
): Answer | null {
  const [answer, setAnswer] = useState<{ value: Answer } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = () => {
      ask().then((value) => {
        if (isCurrent) setAnswer({ value });
      }, onError);
    };
    browser.permissions.onAdded.addListener(read);
    browser.permissions.onRemoved.addListener(read);
    read();
    return () => {
      isCurrent = false;
      browser.permissions.onAdded.removeListener(read);
      browser.permissions.onRemoved.removeListener(read);
    };
  }, [ask, onError]);
  return answer?.value ?? null;
}
