import { memo, useEffect, useMemo, useState } from 'react';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { textPieces } from '@/src/core/text/text-pieces';
import { count } from './count';
import { cutText } from './cut-text';
import './long-text.css';

/** UTF-16 units per piece. The browser skips the layout of pieces that are out of view. */
const PIECE_CHARS = 4_000;

/** Pieces of a long text that are added to the document in one step. */
const PIECES_AT_ONCE = 20;

/** Time between two steps, for a frame and for input. */
const STEP_MS = 32;

interface TextProps {
  text: string;
  /** True to spell out invisible characters, when a piece is mounted. */
  isSpelledOut?: boolean | undefined;
}

/** Plain text of any length. */
export const LongText = memo(function LongText({ text, isSpelledOut = false }: TextProps) {
  const pieces = useMemo(() => textPieces(text, PIECE_CHARS), [text]);
  const mounted = useGrowingNumber(pieces.length);
  if (pieces.length <= 1) return <Piece text={text} isSpelledOut={isSpelledOut} />;
  return (
    <div className="long-text">
      {pieces.slice(0, mounted).map((piece, index) => (
        // The index is a stable key: text is only appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Piece key={index} text={piece} isSpelledOut={isSpelledOut} />
      ))}
    </div>
  );
});

const Piece = memo(function Piece({ text, isSpelledOut }: TextProps) {
  return <p className="plain-text">{isSpelledOut ? spellOutLines(text) : text}</p>;
});

/** Grows to `total` in steps, so that the panel can handle input in between. */
function useGrowingNumber(total: number): number {
  const [reached, setReached] = useState(PIECES_AT_ONCE);
  const isComplete = reached >= total;
  useEffect(() => {
    if (isComplete) return;
    const timer = setTimeout(() => setReached(reached + PIECES_AT_ONCE), STEP_MS);
    return () => clearTimeout(timer);
  }, [isComplete, reached]);
  return Math.min(reached, total);
}

/** The rest of a text whose beginning is shown: a button, and after a click the text. */
export function FoldedRest({ text, isSpelledOut }: TextProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <LongText text={text} isSpelledOut={isSpelledOut} />;
  return (
    <button type="button" className="quiet unfold" onClick={() => setIsOpen(true)}>
      Show all · {count(text.length, 'more character')} as plain text
    </button>
  );
}

/** Plain text; what exceeds `maxChars` is folded. */
export function FoldedText({ text, maxChars, isSpelledOut }: TextProps & { maxChars: number }) {
  const head = text.length <= maxChars ? text : cutText(text, maxChars, Number.POSITIVE_INFINITY);
  return (
    <>
      <LongText text={head} isSpelledOut={isSpelledOut} />
      {head.length < text.length && <FoldedRest text={text.slice(head.length)} isSpelledOut={isSpelledOut} />}
    </>
  );
}
