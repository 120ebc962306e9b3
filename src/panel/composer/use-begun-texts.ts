import { useRef, useState } from 'react';

/** A question of the assistant. */
export interface OpenQuestion {
  /** The id of its call, which an answer names. */
  id: string;
  /** Null if it can't be read. */
  text: string | null;
}

/**
 * The question that was open when the text in the composer of each chat was begun; null for none. The text belongs to it also if another
 * one is open when it is sent, or its chat was left meanwhile: an answer must become neither that of another question nor a new instruction.
 */
export function useBegunTexts(
  chatId: string | null,
  open: OpenQuestion | null,
  text: string,
): Map<string | null, string | null> {
  const [begunTexts] = useState(() => new Map<string | null, string | null>());
  const last = useRef({ chatId, text });
  if (text !== '') {
    if (!begunTexts.has(chatId)) begunTexts.set(chatId, open?.id ?? null);
    // A chat that is shown again has no text until its own is loaded.
  } else if (last.current.chatId === chatId && last.current.text !== '') begunTexts.delete(chatId);
  last.current = { chatId, text };
  return begunTexts;
}
