import { foreignParts } from '@/src/core/text/foreign-text';
import { ForeignText } from './foreign-text';

/** A number, with the word after it if there is one: "1,204 models". */
const NUMBER = /(\d(?:[\d.,]*\d)?(?: \p{L}+)?)/u;

/** A sentence from outside, like `ForeignText`. No line breaks within a number, or between a number and its noun. */
export function Sentence({ text }: { text: string }) {
  if (foreignParts(text).some(({ isOdd }) => isOdd)) return <ForeignText text={text} />;
  return (
    <bdi dir="auto">
      {text.split(NUMBER).map((part, index) => {
        // A piece is identified only by its position.
        const key = `${index} ${part}`;
        return index % 2 === 0 ? (
          part
        ) : (
          <span key={key} className="kept-together">
            {part}
          </span>
        );
      })}
    </bdi>
  );
}
