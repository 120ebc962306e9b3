import { foreignParts } from '@/src/core/text/foreign-text';
import './foreign-text.css';

interface TextProps {
  text: string;
}

/**
 * Text from a page, endpoint, model or user, outside of Markdown. It has the direction of its own letters, and characters that could
 * disguise it are spelled out.
 */
export function ForeignText({ text }: TextProps) {
  return (
    <bdi dir="auto">
      <SpelledOut text={text} />
    </bdi>
  );
}

/** A name or a value from elsewhere, as code, which is read from left to right (controls.css). */
export function ForeignCode({ text, className }: TextProps & { className?: string }) {
  return (
    <code className={className}>
      <SpelledOut text={text} />
    </code>
  );
}

function SpelledOut({ text }: TextProps) {
  return foreignParts(text).map((part, index) =>
    part.isOdd ? (
      // The index is a stable key: the same text always gives the same parts.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={index} className="odd-characters">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
