import { createDebouncedWrite } from '../link/debounced-write';

/** Storage of composer texts by chat. */
export interface ComposerTextStore {
  /** Resolves to an empty text if none is stored. */
  read(chatId: string): Promise<string>;
  /** An empty text deletes the stored one. */
  write(chatId: string, text: string): Promise<unknown>;
}

/** The text in the composer, stored per chat; shaped for `useSyncExternalStore`. */
export interface ComposerText {
  subscribe(listener: () => void): () => void;
  getText(): string;
  setText(text: string): void;
  /** Loads a chat's text. Text typed before any chat was known is appended to the stored one. */
  open(chatId: string | null): void;
  /** Moves the text to another chat, which is opened next, so that a new session keeps unsent text. */
  moveTo(chatId: string): void;
  /** Stores pending changes at once; called before the panel closes. */
  flush(): void;
}

interface ComposerTextOptions {
  store: ComposerTextStore;
  /** Debounce time of writes. */
  delayMs: number;
  /** Text typed before React rendered. */
  initialText: string;
  /** Called if storage can't be read or written; the visible text doesn't change. */
  onError(error: unknown): void;
}

/** Creates the composer's text over a store. Changes are stored after `delayMs`. */
export function createComposerText({
  store,
  delayMs,
  initialText,
  onError,
}: ComposerTextOptions): ComposerText {
  const listeners = new Set<() => void>();
  let text = initialText;
  let chatId: string | null = null;
  /** The chat's stored text while it is being read; null once it is part of the text. */
  let reading: Promise<string> | null = null;
  const writing = createDebouncedWrite(delayMs, () => {
    if (chatId !== null) keep(chatId, text);
  });

  function show(next: string): void {
    if (next === text) return;
    text = next;
    for (const listener of listeners) listener();
  }

  /** Stores a text without replacing one that isn't read yet. */
  function keep(target: string, value: string): void {
    if (reading === null) write(target, value);
    else {
      reading.then(
        (stored) => write(target, joinTexts(stored, value)),
        // Where it can't be read, `load` reports that.
        () => write(target, value),
      );
    }
  }

  function write(target: string, value: string): void {
    store.write(target, value).catch(onError);
  }

  function setText(next: string): void {
    show(next);
    writing.schedule();
  }

  async function load(target: string): Promise<void> {
    const read = store.read(target);
    reading = read;
    try {
      const stored = await read;
      if (reading === read && stored !== '') setText(joinTexts(stored, text));
    } finally {
      if (reading === read) reading = null;
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getText: () => text,
    setText,
    open(next) {
      if (next === chatId) return;
      writing.flush();
      const leavesChat = chatId !== null;
      chatId = next;
      reading = null;
      if (leavesChat) show('');
      if (next === null) return;
      // Text typed while no chat was known is stored for this one.
      if (text !== '') setText(text);
      load(next).catch(onError);
    },
    moveTo(target) {
      if (text === '') return;
      write(target, text);
      setText('');
    },
    flush: writing.flush,
  };
}

/** Joins two texts with a line break; an empty or equal one is omitted. */
export function joinTexts(first: string, second: string): string {
  if (first === '' || first === second) return second;
  return second === '' ? first : `${first}\n${second}`;
}
