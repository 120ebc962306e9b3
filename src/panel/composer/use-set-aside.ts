import { useState } from 'react';
import { joinTexts } from './composer-text';

/** The texts of messages that left a conversation or the queue without having been sent; each is offered in its own chat. */
export interface SetAside {
  /** Of the chat shown; null if there is none. */
  text: string | null;
  add(chatId: string, text: string): void;
  /** Forgets the chat's text. */
  drop(chatId: string): void;
}

/** The texts set aside in this panel; `chatId` is the chat shown. */
export function useSetAside(chatId: string | null): SetAside {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  return {
    text: chatId === null ? null : (texts[chatId] ?? null),
    add: (id, added) => setTexts((all) => ({ ...all, [id]: joinTexts(all[id] ?? '', added) })),
    drop: (id) => setTexts(({ [id]: _dropped, ...rest }) => rest),
  };
}
