import { foreignParts } from '@/src/core/text/foreign-text';
import { markedText } from '@/src/core/text/marked-text';
import '../text/foreign-text.css';

interface MarkedForeignTextProps {
  text: string;
  /** The beginnings of words that were searched. */
  words: readonly string[];
}

/** Foreign text as `ForeignText` shows it, with the matches of a search marked. */
export function MarkedForeignText({ text, words }: MarkedForeignTextProps) {
  const parts = foreignParts(text).flatMap((part) =>
    part.isOdd
      ? [{ text: part.text, kind: 'odd' }]
      : markedText(part.text, words).map((one) => ({
          text: one.text,
          kind: one.isMatch ? 'match' : 'plain',
        })),
  );
  return (
    <bdi dir="ltr">
      {parts.map((part, index) => {
        if (part.kind === 'plain') return part.text;
        // The index is a stable key: the same text and search always give the same parts.
        return part.kind === 'match' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <mark key={index}>{part.text}</mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index} className="odd-characters">
            {part.text}
          </span>
        );
      })}
    </bdi>
  );
}
