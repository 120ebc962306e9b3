import { type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { textPieces } from '@/src/core/text/text-pieces';
import { t } from '@/src/texts/i18n';
import { cutText } from './cut-text';
import { useGrowingNumber } from './use-growing-number';
import './long-text.css';

/** UTF-16 units per piece. The browser skips the layout of pieces that are out of view. */
const PIECE_CHARS = 4_000;

/** Number of pieces of a long text that are added to the document in one step. */
const PIECES_AT_ONCE = 20;

interface TextProps {
  text: string;
  /** True to spell out invisible characters; done for each piece when it is mounted. */
  isSpelledOut: boolean;
  /** Called when the user unfolds the rest. */
  onOpen?: (() => void) | undefined;
}

/** Plain text of any length, rendered in pieces. */
export const LongText = memo(function LongText({ text, isSpelledOut }: TextProps) {
  const pieces = useMemo(() => textPieces(text, PIECE_CHARS), [text]);
  const mounted = useGrowingNumber(pieces.length, PIECES_AT_ONCE, PIECES_AT_ONCE);
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

export const Piece = memo(function Piece({ text, isSpelledOut }: TextProps) {
  return (
    <p className="plain-text" dir="auto">
      {isSpelledOut ? spellOutLines(text) : text}
    </p>
  );
});

/** The rest of a text whose beginning is shown: at first a button, which the text replaces when it is clicked. */
export function FoldedRest({ text, isSpelledOut, onOpen }: TextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  const open = ({ currentTarget }: MouseEvent) => {
    const hasFocus = document.activeElement === currentTarget;
    flushSync(() => setIsOpen(true));
    onOpen?.();
    // The text replaces the pressed button, so it takes the focus. Find also unfolds texts, but must keep the focus.
    if (hasFocus) shown.current?.focus();
  };
  if (isOpen) {
    return (
      <div ref={shown} tabIndex={-1}>
        <LongText text={text} isSpelledOut={isSpelledOut} />
      </div>
    );
  }
  return (
    <button type="button" className="quiet unfold" onClick={open}>
      {t('text.showAll', { count: text.length })}
    </button>
  );
}

/** Plain text; the part beyond `maxChars` is folded. */
export function FoldedText({ text, maxChars, isSpelledOut, onOpen }: TextProps & { maxChars: number }) {
  const head = text.length <= maxChars ? text : cutText(text, maxChars, Number.POSITIVE_INFINITY);
  return (
    <>
      <LongText text={head} isSpelledOut={isSpelledOut} />
      {head.length < text.length && (
        <FoldedRest text={text.slice(head.length)} isSpelledOut={isSpelledOut} onOpen={onOpen} />
      )}
    </>
  );
}
