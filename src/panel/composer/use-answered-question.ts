import { type RefObject, useRef } from 'react';

/** A question of the assistant. */
export interface OpenQuestion {
  /** The id of its call, which an answer names. */
  id: string;
  /** Null if it can't be read. */
  text: string | null;
}

/** A question and its chat. */
interface AnsweredQuestion {
  id: string;
  chatId: string | null;
}

/**
 * The question that the text of the composer answers; null for none. A text that is left of the time when a question was open still
 * answers that one: if it was closed by another panel a moment ago, the text must not become a new instruction.
 */
export function useAnsweredQuestion(
  chatId: string | null,
  open: OpenQuestion | null,
  text: string,
): RefObject<AnsweredQuestion | null> {
  const answered = useRef<AnsweredQuestion | null>(null);
  if (open !== null) answered.current = { id: open.id, chatId };
  else if (text === '' || answered.current?.chatId !== chatId) answered.current = null;
  return answered;
}
