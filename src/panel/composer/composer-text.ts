import { joinTexts } from '@/src/core/text/join-texts';
import { withoutSent } from '@/src/core/text/without-sent';
import { createDebouncedWrite } from '@/src/panel/kit/debounced-write';
import { createListeners } from '@/src/panel/kit/listeners';

/** Storage of composer texts by chat. */
export interface ComposerTextStore {
  /** Resolves to an empty text if none is stored. */
  read(chatId: string): Promise<string>;
  /** An empty text deletes the stored one. */
  write(chatId: string, text: string): Promise<unknown>;
}

/**
 * The text in the composer of one panel, stored per chat; shaped for `useSyncExternalStore`. It is read when its chat
 * opens, and stored after a pause. A text that another panel stores meanwhile isn't shown; the text that is stored last
 * replaces the other.
 */
export interface ComposerText {
  subscribe(listener: () => void): () => void;
  getText(): string;
  setText(text: string): void;
  /** False for an empty text, and for one that is only the chat's stored text. */
  isTyped(): boolean;
  /** True while a message of the chat is being sent. */
  isSending(): boolean;
  /**
   * Sends the text with `work`, which resolves to true if the message was accepted. Then the text is removed, and
   * the background removes the stored one. What the user typed after it meanwhile stays. The text is stored before:
   * a panel that closes meanwhile would otherwise store it after the background has removed it with the accepted message.
   */
  send(work: (text: string) => Promise<boolean>): Promise<void>;
  /** Removes the text if it is only the chat's stored text, which the background has removed because it was sent elsewhere. */
  removeSentElsewhere(sent: string): void;
  /**
   * Shows a chat's stored text after the background changed it; `flush` comes before that change. What the user typed
   * meanwhile stays. `added` is the text that the background added; it is joined to the typed text if that lacks it.
   */
  takeIn(chatId: string, added: string | null, place: 'before' | 'after'): Promise<void>;
  belongsTo(chatId: string): boolean;
  /**
   * Switches to a chat and loads its text; null if no chat is open. Text typed before any chat was known is appended to
   * the stored one.
   */
  open(chatId: string | null): void;
  /** Opens another chat and moves the text there, so that a new chat keeps unsent text. */
  moveTo(chatId: string): void;
  /** Stores pending changes at once. */
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
  onStored(): void;
}

/** A text that is being sent, with its chat; the chat is null before one is open. */
interface SentText {
  chatId: string | null;
  text: string;
}

export function createComposerText(options: ComposerTextOptions): ComposerText {
  const { store, delayMs, initialText, onError } = options;
  const stores = createOrderedStore(options);
  const { subscribe, notify } = createListeners();
  let text = initialText;
  let isTyped = initialText !== '';
  let chatId: string | null = null;
  /** The chat's stored text while it is being read; null once it is part of the text. */
  let reading: Promise<string> | null = null;
  const sending = new Set<SentText>();
  const writing = createDebouncedWrite(delayMs, () => {
    if (chatId !== null) keep(chatId, text);
  });

  function show(next: string): void {
    if (next === text) return;
    if (next === '') isTyped = false;
    text = next;
    notify();
  }

  function setText(next: string): void {
    isTyped = next !== '';
    show(next);
    writing.schedule();
  }

  /** Stores a text without replacing one that isn't read yet. */
  function keep(target: string, value: string): void {
    // Written at once if possible, since the panel may be closing. `load` reports a stored text that can't be read.
    stores.note(
      reading === null
        ? store.write(target, value)
        : reading.catch(() => '').then((stored) => store.write(target, joinTexts(stored, value))),
    );
  }

  async function load(target: string): Promise<void> {
    const read = stores.read(target);
    reading = read;
    const stored = await read.catch((error: unknown) => {
      onError(error);
      return '';
    });
    if (reading !== read) return;
    reading = null;
    if (text === '') show(stored);
    else if (stored !== '') setText(joinTexts(stored, text));
  }

  /** Removes a sent text from its chat, unless the user has left that: the background removes the stored text. */
  async function removeSent({ chatId: target, text: sentText }: SentText): Promise<void> {
    // `load` reports the failed read.
    while (target === chatId && reading !== null) await reading.catch(() => {});
    // While the message was sent, the stored text may have been read and put before it.
    const left = withoutSent(text, sentText);
    if (target === chatId && left !== text) setText(left);
  }

  return {
    subscribe,
    getText: () => text,
    setText,
    isTyped: () => isTyped,
    isSending: () => [...sending].some((message) => message.chatId === chatId),
    async send(work) {
      const message = { chatId, text };
      sending.add(message);
      notify();
      writing.flush();
      try {
        if (await work(text)) {
          await removeSent(message);
          writing.flush();
        }
      } finally {
        sending.delete(message);
        notify();
      }
    },
    removeSentElsewhere(sent) {
      if (!isTyped && text.trim() === sent) show('');
    },
    async takeIn(target, added, place) {
      writing.flush();
      const before = text;
      try {
        const stored = await stores.read(target);
        // A chat that was opened meanwhile loads its own text.
        if (target !== chatId || reading !== null) return;
        if (text === before) show(stored);
        if (added !== null && !text.includes(added)) {
          setText(place === 'before' ? joinTexts(added, text) : joinTexts(text, added));
        }
      } catch (error) {
        onError(error);
      }
    },
    belongsTo: (target) => target === chatId,
    open(next) {
      if (next === chatId) return;
      writing.flush();
      if (chatId !== null) show('');
      chatId = next;
      reading = null;
      if (next === null) return;
      // Text typed while no chat was known is stored for this one.
      if (text !== '') writing.schedule();
      void load(next);
    },
    moveTo(target) {
      if (target === chatId || text === '') return;
      writing.cancel();
      if (chatId !== null) keep(chatId, '');
      for (const message of sending) if (message.chatId === chatId) message.chatId = target;
      chatId = target;
      reading = null;
      keep(target, text);
    },
    flush: writing.flush,
  };
}

/** The stored texts, each read only after the writes that were begun before. */
function createOrderedStore({ store, onError, onStored }: ComposerTextOptions) {
  /** Settles after the writes so far: then the store has all texts. */
  let written: Promise<unknown> = Promise.resolve();

  const read = (chatId: string) => written.then(() => store.read(chatId));

  return {
    read,
    note(write: Promise<unknown>): void {
      written = Promise.all([written, write.then(onStored, onError)]);
    },
  };
}
