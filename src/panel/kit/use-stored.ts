import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import {
  EXTENSION_SETTINGS,
  type ExtensionSetting,
  type ExtensionValue,
  readSetting,
} from '@/src/schema/values/extension-settings';
import { useCommands } from './errors/command-errors';

/** A setting of the whole extension, and the function that changes it. */
export function useExtensionSetting<Name extends ExtensionSetting>(
  name: Name,
): {
  /** The user's choice while it is being stored, otherwise the stored value; null until it is loaded. */
  value: ExtensionValue<Name> | null;
  /**
   * Shows a choice at once. If it can't be stored, the error and the stored value are shown. `store` stores the choice;
   * missing if it only has to be written to storage.local.
   */
  choose(value: ExtensionValue<Name>, store?: () => Promise<unknown>): void;
} {
  const { perform, report } = useCommands();
  const row = EXTENSION_SETTINGS[name];
  // Each value belongs to this setting, which the compiler can't infer.
  const read = useCallback((stored: unknown) => readSetting(row, stored) as ExtensionValue<Name>, [row]);
  const { value: stored, reload } = useStored(row.key, read, report, 'local');
  const [pending, setPending] = useState<{ value: ExtensionValue<Name> } | null>(null);
  return {
    value: pending === null ? stored : pending.value,
    choose(value, store) {
      const choice = { value };
      setPending(choice);
      // The storage event may arrive later; the earlier value must not be shown until then.
      void perform(() => (store === undefined ? browser.storage.local.set({ [row.key]: value }) : store()))
        .then(reload)
        .then(() => setPending((newest) => (newest === choice ? null : newest)));
    },
  };
}

/**
 * The value stored under a key, parsed by `read`; null until it is loaded. It is read again after each change. `read` gets undefined if
 * nothing is stored. `read` and `onError` must be stable between renderings. `reload` never rejects.
 */
export function useStored<Value>(
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
