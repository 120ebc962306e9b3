import { foreignParts } from '@/src/core/text/foreign-text';
import type { Said } from '@/src/schema/values/said';
import { ForeignText } from './foreign-text';
import { SaidParts } from './said-words';

/** A number, with the word after it, if any: "1,204 models". */
const NUMBER = /(\d(?:[\d.,]*\d)?(?: \p{L}+)?)/u;

/** A sentence as `SaidWords` shows it, but without line breaks within a number or between a number and its noun. */
export function Sentence({ text }: { text: Said }) {
  return (
    <SaidParts
      said={text}
      own={(words) => <KeptTogether text={words} />}
      foreign={(words) =>
        foreignParts(words).some(({ isOdd }) => isOdd) ? (
          <ForeignText text={words} />
        ) : (
          <bdi dir="auto">
            <KeptTogether text={words} />
          </bdi>
        )
      }
    />
  );
}

function KeptTogether({ text }: { text: string }) {
  return text.split(NUMBER).map((part, index) => {
    // The same piece may occur several times, so only its position identifies it.
    const key = `${index} ${part}`;
    return index % 2 === 0 ? (
      part
    ) : (
      <span key={key} className="kept-together">
        {part}
      </span>
    );
  });
}
