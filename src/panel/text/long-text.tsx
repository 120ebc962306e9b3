import { memo, useEffect, useMemo, useState } from 'react';
import { textPieces } from '@/src/core/text/text-pieces';
import { count } from './count';
import { cutText } from './cut-text';
import './long-text.css';

/** UTF-16 units that the browser lays out together. Pieces out of sight are not laid out. */
const PIECE_CHARS = 4_000;

/** Pieces of a long text that are added to the document in one step. */
const PIECES_AT_ONCE = 20;

/** Time between two steps, for a frame and for input. */
const STEP_MS = 32;

/** Plain text of any length, as it came. */
export const LongText = memo(function LongText({ text }: { text: string }) {
  const pieces = useMemo(() => textPieces(text, PIECE_CHARS), [text]);
  const mounted = useGrowingNumber(pieces.length);
  if (pieces.length <= 1) return <p className="plain-text">{text}</p>;
  return (
    <div className="long-text">
      {pieces.slice(0, mounted).map((piece, index) => (
        // The index is a stable key: text is only appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Piece key={index} text={piece} />
      ))}
    </div>
  );
});

const Piece = memo(function Piece({ text }: { text: string }) {
  return <p className="plain-text">{text}</p>;
});

/** Grows up to `total` in steps, between which the panel takes input. */
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

/** The rest of a text whose beginning is shown: a button, and after a click the text as it came. */
export function FoldedRest({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <LongText text={text} />;
  return (
    <button type="button" className="quiet unfold" onClick={() => setIsOpen(true)}>
      Show all · {count(text.length, 'more character')} as plain text
    </button>
  );
}

/** Plain text of which more than `maxChars` stays folded until it is asked for. */
export function FoldedText({ text, maxChars }: { text: string; maxChars: number }) {
  const head = text.length <= maxChars ? text : cutText(text, maxChars);
  return (
    <>
      <LongText text={head} />
      {head.length < text.length && <FoldedRest text={text.slice(head.length)} />}
    </>
  );
}
