/** Where texts are kept that are being written, by chat. */
export interface ComposerTextStore {
  /** Empty if nothing is kept. */
  read(chatId: string): Promise<string>;
  /** An empty text removes what is kept. */
  write(chatId: string, text: string): Promise<unknown>;
}

/** The text being written, kept per chat; shaped for `useSyncExternalStore`. */
export interface ComposerText {
  subscribe(listener: () => void): () => void;
  getText(): string;
  setText(text: string): void;
  /** Goes over to a chat's draft. What was typed before any chat was known is kept, below what is stored. */
  open(chatId: string | null): void;
  /** Gives the text to another chat, which is opened next: a new session starts with what is half written. */
  moveTo(chatId: string): void;
  /** Writes now what has not been written yet; for the moment before the panel goes. */
  flush(): void;
}

interface ComposerTextOptions {
  store: ComposerTextStore;
  /** How long after a change it is written. */
  delayMs: number;
  /** Typed before the panel was there. */
  initialText: string;
  /** A draft that can't be read or written; the text on screen stays as it is. */
  onError(error: unknown): void;
}

/** Drafts over a store. Every text that was typed is in memory at once, and stored after `delayMs`. */
export function createComposerText({
  store,
  delayMs,
  initialText,
  onError,
}: ComposerTextOptions): ComposerText {
  const listeners = new Set<() => void>();
  let text = initialText;
  let chatId: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function show(next: string): void {
    if (next === text) return;
    text = next;
    for (const listener of listeners) listener();
  }

  function write(target: string, value: string): void {
    store.write(target, value).catch(onError);
  }

  function flush(): void {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    if (chatId !== null) write(chatId, text);
  }

  function setText(next: string): void {
    show(next);
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(flush, delayMs);
  }

  async function load(target: string): Promise<void> {
    const stored = await store.read(target);
    if (chatId !== target || stored === '') return;
    setText(joinTexts(stored, text));
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
      flush();
      const leaves = chatId !== null;
      chatId = next;
      if (leaves) show('');
      if (next === null) return;
      // Typed while no chat was known: it belongs to this one from now on.
      if (text !== '') setText(text);
      load(next).catch(onError);
    },
    moveTo(target) {
      if (text === '') return;
      write(target, text);
      setText('');
    },
    flush,
  };
}

/** Two texts one below the other; an empty or equal one adds nothing. */
export function joinTexts(first: string, second: string): string {
  if (first === '' || first === second) return second;
  return second === '' ? first : `${first}\n${second}`;
}
