import {
  type ComposerText,
  type ComposerTextStore,
  createComposerText,
} from '@/src/panel/composer/composer-text';

export interface MemoryTextStore extends ComposerTextStore {
  /** The texts, by chat. */
  kept: Record<string, string>;
}

/** A store of composer texts in memory. */
export function memoryTextStore(kept: Record<string, string> = {}): MemoryTextStore {
  return {
    kept,
    // A chat without a stored text has an empty message field.
    read: async (chatId) => kept[chatId] ?? '',
    write: async (chatId, text) => {
      if (text === '') delete kept[chatId];
      else kept[chatId] = text;
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
