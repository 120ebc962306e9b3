import { joinTexts } from '@/src/core/text/join-texts';
import { createDebouncedWrite } from '@/src/panel/kit/debounced-write';

/** Storage of composer texts by chat. */
export interface ComposerTextStore {
  /** Resolves to an empty text if none is stored. */
  read(chatId: string): Promise<string>;
  /** An empty text deletes the stored one. */
  write(chatId: string, text: string): Promise<unknown>;
  /** Calls `onChange` when the chat's stored text may have changed, in any panel, until the returned function is called. */
  watch(chatId: string, onChange: () => void): () => void;
}

/** The text in the composer, stored per chat; shaped for `useSyncExternalStore`. */
export interface ComposerText {
  subscribe(listener: () => void): () => void;
  getText(): string;
  setText(text: string): void;
  /** True while a message of the chat is being sent. */
  isSending(): boolean;
  /**
   * Sends the text with `work`, which resolves to true if it was accepted. Then the text is removed from its chat, even if
   * another one is open by then; what was typed behind it meanwhile stays.
   */
  send(work: (text: string) => Promise<boolean>): Promise<void>;
  /** Adds a text on a line of its own, before or after a chat's text; the chat may have been left meanwhile. */
  add(chatId: string, added: string, place: 'before' | 'after'): void;
  /**
   * Has `work` tell the background to add a text to a chat's stored one; it resolves to false if that was refused. So the text
   * outlives the panel; what is typed meanwhile stays.
   */
  addStored(
    chatId: string,
    added: string,
    place: 'before' | 'after',
    work: () => Promise<boolean>,
  ): Promise<void>;
  /** True if the text is this chat's. */
  belongsTo(chatId: string): boolean;
  /** Loads a chat's text. Text typed before any chat was known is appended to the stored one. */
  open(chatId: string | null): void;
  /** Opens another chat and moves the text there, so that a new session keeps unsent text. */
  moveTo(chatId: string): void;
  /** Stores pending changes at once; called before the panel closes. */
  flush(): void;
}

/** The addition of a text to a chat's stored one. */
interface Addition {
  chatId: string;
  edit(text: string): string;
  /** The text last stored meanwhile, without what is added; null if none was. */
  replaced: string | null;
  /** Resolves once the store has what came of it. */
  ended: Promise<void>;
}

interface ComposerTextOptions {
  store: ComposerTextStore;
  /** Debounce time of writes. */
  delayMs: number;
  /** Text typed before React rendered. */
  initialText: string;
  /** Called if storage can't be read or written; the visible text doesn't change. */
  onError(error: unknown): void;
  /** Called when a text was stored. */
  onStored(): void;
}

/**
 * Creates the composer's text over a store. Changes are stored after `delayMs`. Between its own changes it follows the store,
 * so that two panels with one chat show the same text, and none brings back a text that the other one has sent.
 */
export function createComposerText(options: ComposerTextOptions): ComposerText {
  const { store, delayMs, initialText, onError } = options;
  const listeners = new Set<() => void>();
  let text = initialText;
  let chatId: string | null = null;
  /** The chat's stored text while it is being read; null once it is part of the text. */
  let reading: Promise<string> | null = null;
  /** Messages that are being sent. */
  const sending = new Set<{ chatId: string | null; text: string }>();
  /** The last write of each chat that has not ended. */
  const writes = new Map<string, Promise<void>>();
  /** True if the last write failed: then the store doesn't have what is shown. */
  let hasFailed = false;
  /** The text that the background is adding to a chat's stored one. */
  let addition: Addition | null = null;
  /** Settles with the last addition. */
  let additions: Promise<void> = Promise.resolve();
  let stopWatching = () => {};
  const writing = createDebouncedWrite(delayMs, () => {
    if (chatId !== null) keep(chatId, text);
  });

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function show(next: string): void {
    if (next === text) return;
    text = next;
    notify();
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
    // The background stores this after its addition.
    const current = addition?.chatId === target ? addition : null;
    if (current !== null) current.replaced = value;
    const stored = store.write(target, current === null ? value : current.edit(value)).then(
      () => {
        hasFailed = false;
        options.onStored();
      },
      (error: unknown) => {
        hasFailed = true;
        onError(error);
      },
    );
    const ended = stored.then(() => {
      if (writes.get(target) !== ended) return;
      writes.delete(target);
      follow();
    });
    writes.set(target, ended);
  }

  /** True if the store has what is shown, or something newer. */
  function isStored(): boolean {
    return (
      chatId !== null &&
      reading === null &&
      !hasFailed &&
      addition?.chatId !== chatId &&
      !writing.isScheduled() &&
      !writes.has(chatId)
    );
  }

  /** Shows what is stored, unless the user has changed the text meanwhile. */
  function follow(): void {
    if (chatId === null || !isStored()) return;
    const target = chatId;
    const before = text;
    store.read(target).then((stored) => {
      if (chatId === target && text === before && isStored()) show(stored);
    }, onError);
  }

  function setText(next: string): void {
    show(next);
    writing.schedule();
  }

  async function load(target: string): Promise<void> {
    // What is being added would be shown twice, or not at all.
    const read =
      addition?.chatId === target ? addition.ended.then(() => store.read(target)) : store.read(target);
    reading = read;
    try {
      const stored = await read;
      if (reading !== read || stored === '') return;
      if (text === '') show(stored);
      else setText(joinTexts(stored, text));
    } finally {
      if (reading === read) reading = null;
    }
  }

  /** Changes the text of a chat that may not be open. */
  function change(target: string | null, edit: (text: string) => string): void {
    if (target === chatId && reading === null) {
      // A text that stays may be older than what another panel has stored since.
      if (edit(text) !== text) setText(edit(text));
      return;
    }
    if (target === null) return;
    // Without one that is under way, the store has all.
    const written = writes.get(target) ?? Promise.resolve();
    written
      .then(() => store.read(target))
      .then((stored) => {
        if (target === chatId) setText(edit(text));
        else if (edit(stored) !== stored) write(target, edit(stored));
      })
      .catch(onError);
  }

  async function addStored(
    given: Pick<Addition, 'chatId' | 'edit'>,
    work: () => Promise<boolean>,
  ): Promise<void> {
    if (given.chatId === chatId) {
      // `load` shows what it read before, and reports an error.
      await reading?.catch(() => {});
      writing.flush();
    }
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const made: Addition = { ...given, replaced: null, ended };
    addition = made;
    const before = text;
    let isAdded = false;
    try {
      isAdded = await work();
    } finally {
      addition = null;
      // A chat that was left and opened again is read afterwards.
      if (made.chatId !== chatId || reading !== null) {
        if (!isAdded && made.replaced !== null) write(made.chatId, made.replaced);
      } else if (isAdded && text === before && isStored()) {
        show(made.edit(text));
      } else if (isAdded || made.replaced !== null) {
        setText(isAdded ? made.edit(text) : text);
      }
      follow();
      (writes.get(made.chatId) ?? Promise.resolve()).then(end);
    }
  }

  function watchChat(): void {
    stopWatching();
    stopWatching = chatId === null ? () => {} : store.watch(chatId, follow);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getText: () => text,
    setText,
    isSending: () => [...sending].some((message) => message.chatId === chatId),
    async send(work) {
      const message = { chatId, text };
      sending.add(message);
      notify();
      try {
        if (await work(text)) {
          change(message.chatId, (current) => withoutStart(current, message.text));
          // Another panel with this chat must not offer it any longer.
          writing.flush();
        }
      } finally {
        sending.delete(message);
        notify();
      }
    },
    add: (target, added, place) => change(target, addingTo(added, place)),
    addStored(target, added, place, work) {
      const begin = () => addStored({ chatId: target, edit: addingTo(added, place) }, work);
      // One after the other; the caller gets an error.
      const ended = additions.then(begin, begin);
      additions = ended;
      return ended;
    },
    belongsTo: (target) => target === chatId,
    open(next) {
      if (next === chatId) return;
      writing.flush();
      const leavesChat = chatId !== null;
      chatId = next;
      reading = null;
      hasFailed = false;
      watchChat();
      if (leavesChat) show('');
      if (next === null) return;
      // Text typed while no chat was known is stored for this one.
      if (text !== '') setText(text);
      load(next).catch(onError);
    },
    moveTo(target) {
      if (target === chatId || text === '') return;
      writing.cancel();
      if (chatId !== null) keep(chatId, '');
      for (const message of sending) if (message.chatId === chatId) message.chatId = target;
      chatId = target;
      reading = null;
      watchChat();
      write(target, text);
    },
    flush: writing.flush,
  };
}

/** Adds a text on a line of its own. */
function addingTo(added: string, place: 'before' | 'after'): (text: string) => string {
  return (text) => (place === 'before' ? joinTexts(added, text) : joinTexts(text, added));
}

/** The text without a start that was sent, and without the white space that followed it; unchanged if it has another start. */
function withoutStart(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
