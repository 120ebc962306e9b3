import { useRef, useState } from 'react';

/** A question of the assistant. */
export interface OpenQuestion {
  /** The id of its call, which an answer names. */
  id: string;
  /** Null if it can't be read. */
  text: string | null;
}

/** A text of the composer, and the question that was open when it was begun; null for none. */
interface BegunText {
  text: string;
  questionId: string | null;
}

/**
 * The text that was last in the composer of each chat. It belongs to the question that was open when it was begun, also if another one
 * is open when it is sent, or its chat was left meanwhile: an answer must become neither that of another question nor a new instruction.
 */
export function useBegunTexts(
  chatId: string | null,
  open: OpenQuestion | null,
  text: string,
): Map<string | null, BegunText> {
  const [begunTexts] = useState(() => new Map<string | null, BegunText>());
  const before = useRef('');
  const known = begunTexts.get(chatId);
  // A chat that is shown again loads the text that it had.
  const isBegun = known === undefined || (before.current === '' && text !== known.text);
  const questionId = isBegun ? (open?.id ?? null) : known.questionId;
  if (text !== '') begunTexts.set(chatId, { text, questionId });
  before.current = text;
  return begunTexts;
}
