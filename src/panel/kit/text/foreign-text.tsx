import { foreignParts } from '@/src/core/text/foreign-text';
import './foreign-text.css';

/**
 * Text from a page, endpoint or model, outside of Markdown. Its direction is isolated, and characters that could
 * disguise it are spelled out.
 */
export function ForeignText({ text }: { text: string }) {
  return (
    <bdi dir="ltr">
      {foreignParts(text).map((part, index) =>
        part.isOdd ? (
          // The index is a stable key: the same text always gives the same parts.
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

/** A name or a value from elsewhere, as code. */
export function ForeignCode({ text, className }: { text: string; className?: string }) {
  return (
    <code className={className}>
      <ForeignText text={text} />
    </code>
  );
}
