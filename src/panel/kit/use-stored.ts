import { useCallback, useEffect, useMemo, useState } from 'react';
import { browser } from 'wxt/browser';
import {
  EXTENSION_SETTINGS,
  type ExtensionSetting,
  type ExtensionValue,
} from '@/src/schema/values/extension-settings';
import { keysOf, settingIn } from '@/src/schema/values/managed-policy';
import { useCommands } from './errors/command-errors';

/** A setting that holds for the whole extension, with a function that changes it. */
export function useExtensionSetting<Name extends ExtensionSetting>(
  name: Name,
): {
  /** The user's choice while it is being stored, otherwise the organisation's or the stored value; null until they are loaded. */
  value: ExtensionValue<Name> | null;
  /**
   * Shows a choice at once and stores it. If it can't be stored, the stored value is shown again, with the error. `store` stores the
   * choice; missing to write it to storage.local.
   */
  choose(value: ExtensionValue<Name>, store?: () => Promise<unknown>): void;
} {
  const { perform, report } = useCommands();
  const { key } = EXTENSION_SETTINGS[name];
  const { value: stored, reload } = useStoredItems(
    useMemo(() => keysOf(name), [name]),
    useCallback((items) => settingIn(name, items), [name]),
    report,
    'local',
  );
  const [pending, setPending] = useState<{ value: ExtensionValue<Name> } | null>(null);
  return {
    value: pending === null ? stored : pending.value,
    choose(value, store) {
      const choice = { value };
      setPending(choice);
      // Reads the stored value before it drops the choice: the storage event may come later, and the earlier value must not reappear until
      // then.
      void perform(() => (store === undefined ? browser.storage.local.set({ [key]: value }) : store()))
        .then(reload)
        .then(() => setPending((newest) => (newest === choice ? null : newest)));
    },
  };
}

/**
 * The value under a key of extension storage, parsed by `read`, which gets undefined if nothing is stored. Null until it is loaded; read
 * again after each change. `read` and `onError` must be the same functions in each render. `reload` never rejects.
 */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
  onError: (error: unknown) => void,
  area: 'local' | 'session',
): Stored<Value> {
  return useStoredItems(
    useMemo(() => [key], [key]),
    useCallback((items) => read(items[key]), [key, read]),
    onError,
    area,
  );
}

interface Stored<Value> {
  value: Value | null;
  reload(): Promise<void>;
}

/** As {@link useStored}, for a value that depends on several keys. `keys` must be the same array in each render, too. */
function useStoredItems<Value>(
  keys: string[],
  read: (items: Readonly<Record<string, unknown>>) => Value,
  onError: (error: unknown) => void,
  area: 'local' | 'session',
): Stored<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const reload = useCallback(
    () => browser.storage[area].get(keys).then((items) => setValue(read(items)), onError),
    [keys, read, onError, area],
  );
  useEffect(() => {
    const onChanged = (changes: Record<string, unknown>, changedArea: string) => {
      if (changedArea === area && keys.some((key) => key in changes)) void reload();
    };
    browser.storage.onChanged.addListener(onChanged);
    void reload();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [keys, area, reload]);
  return { value, reload };
}
