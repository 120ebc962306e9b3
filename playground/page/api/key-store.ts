const STORAGE_KEY = 'model-filter-api-key';

/** Stores the API key for this tab, until it is closed. */
export interface KeyStore {
  read(): string | null;
  write(key: string): void;
}

/** A key store in a session storage. */
export function createKeyStore(storage: Storage): KeyStore {
  return {
    read: () => storage.getItem(STORAGE_KEY),
    write: (key) => storage.setItem(STORAGE_KEY, key),
  };
}
