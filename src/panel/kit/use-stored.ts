import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';

/** A stored value that the user chooses here. */
export interface StoredChoice<Value> {
  /** The user's choice as long as it is being stored, else the stored value; null until it is loaded. */
  value: Value | null;
  /**
   * Shows a choice at once. `storing` resolves once it is stored, or once a failure to store it is shown: then the stored value is
   * shown again.
   */
  choose(value: Value, storing: Promise<boolean>): void;
}

/**
 * The value stored under a key, parsed by `read`; null until it is loaded. `read` gets undefined if nothing is stored.
 * `read` and `onError` must be stable between renderings.
 */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
  onError: (error: unknown) => void,
  area: 'local' | 'session',
): Value | null {
  return useReloaded(key, read, onError, area).value;
}

/** As {@link useStored}, for a value in storage.local that the user chooses here. */
export function useStoredChoice<Value>(
  key: string,
  read: (stored: unknown) => Value,
  onError: (error: unknown) => void,
): StoredChoice<Value> {
  const { value: stored, reload } = useReloaded(key, read, onError, 'local');
  const [pending, setPending] = useState<{ value: Value } | null>(null);
  return {
    value: pending === null ? stored : pending.value,
    choose(value, storing) {
      const choice = { value };
      setPending(choice);
      // The notice of the change may come later, and the earlier value must not be shown until then.
      void storing.then(reload).then(() => setPending((newest) => (newest === choice ? null : newest)));
    },
  };
}

/** The stored value, which is read again after each change. `reload` never rejects. */
function useReloaded<Value>(
  key: string,
  read: (stored: unknown) => Value,
  onError: (error: unknown) => void,
  area: 'local' | 'session',
): { value: Value | null; reload(): Promise<void> } {
  const [value, setValue] = useState<Value | null>(null);
  const reload = useCallback(
    () => browser.storage[area].get(key).then((stored) => setValue(read(stored[key])), onError),
    [key, read, onError, area],
  );
  useEffect(() => {
    const onChanged = (changes: Record<string, unknown>, changedArea: string) => {
      if (changedArea === area && key in changes) void reload();
    };
    browser.storage.onChanged.addListener(onChanged);
    void reload();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [key, area, reload]);
  return { value, reload };
}
