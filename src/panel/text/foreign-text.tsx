import { foreignParts } from '@/src/core/text/foreign-text';
import './foreign-text.css';

/**
 * Text from page, endpoint or model outside of Markdown: isolated in its direction, with the characters spelled out by
 * which it could pose as another.
 */
export function ForeignText({ text }: { text: string }) {
  return (
    <bdi dir="ltr">
      {foreignParts(text).map((part, index) =>
        part.isOdd ? (
          // The parts follow from the text, so the place is the identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index} className="odd-characters">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}
