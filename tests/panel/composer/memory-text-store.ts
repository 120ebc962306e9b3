import {
  type ComposerText,
  type ComposerTextStore,
  createComposerText,
} from '@/src/panel/composer/composer-text';

export interface MemoryTextStore extends ComposerTextStore {
  /** The texts, by chat. */
  kept: Record<string, string>;
}

/** A store of composer texts in memory, which tells every watcher of a change. */
export function memoryTextStore(kept: Record<string, string> = {}): MemoryTextStore {
  const watchers = new Set<{ chatId: string; onChange(): void }>();
  return {
    kept,
    // A chat without a stored text has an empty message field.
    read: async (chatId) => kept[chatId] ?? '',
    write: async (chatId, text) => {
      if (text === '') delete kept[chatId];
      else kept[chatId] = text;
      for (const watcher of watchers) if (watcher.chatId === chatId) watcher.onChange();
    },
    watch: (chatId, onChange) => {
      const watcher = { chatId, onChange };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** A composer text without a chat; over a store of its own, unless one is given. */
export const textInMemory = (store: ComposerTextStore = memoryTextStore()): ComposerText =>
  createComposerText({
    store,
    delayMs: 0,
    initialText: '',
    onError: () => undefined,
    onStored: () => undefined,
  });
