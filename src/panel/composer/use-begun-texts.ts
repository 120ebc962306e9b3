import { useRef, useState } from 'react';
import type { ComposerText } from './composer-text';

/** A question of the assistant. */
export interface OpenQuestion {
  /** The execution id of the `ask_user` call. An answer refers to the question by this id. */
  id: string;
  /** Null if the call's arguments can't be read. */
  text: string | null;
}

/**
 * For each chat with composer text, by chat id: the id of the question that was open when the user began the text; null
 * if no question was open, or if the user began the text before the chat was shown with its question. The text keeps that
 * question while another question is open or another chat is shown. Otherwise an answer could reach the wrong question,
 * or become a new instruction.
 */
export function useBegunTexts(
  chatId: string | null,
  open: OpenQuestion | null,
  { getText, isTyped }: Pick<ComposerText, 'getText' | 'isTyped'>,
): Map<string | null, string | null> {
  const text = getText();
  const [begunTexts] = useState(() => new Map<string | null, string | null>());
  const last = useRef({ chatId, text });
  if (text !== '') {
    // A stored text may be read before the chat is shown; the user goes on with it when the question is in sight.
    const isBegun = chatId !== null || isTyped();
    const questionId = begunTexts.has(null) ? null : (open?.id ?? null);
    if (isBegun && !begunTexts.has(chatId)) begunTexts.set(chatId, questionId);
    // When the panel shows another chat, the text is empty until that chat's own text is loaded.
  } else if (last.current.chatId === chatId && last.current.text !== '') begunTexts.delete(chatId);
  if (chatId !== null) begunTexts.delete(null);
  last.current = { chatId, text };
  return begunTexts;
}
