const STORAGE_KEY = 'model-filter-api-key';

/** Where the API key is kept: for this tab, until it closes. */
export interface KeyStore {
  read(): string | null;
  write(key: string): void;
}

/** Keeps the key in a session storage. */
export function createKeyStore(storage: Storage): KeyStore {
  return {
    read: () => storage.getItem(STORAGE_KEY),
    write: (key) => storage.setItem(STORAGE_KEY, key),
  };
}
