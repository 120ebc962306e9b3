import { foreignParts } from '@/src/core/text/foreign-text';
import type { ForeignTo, Words } from '@/src/texts/own-text';
import './foreign-text.css';

/**
 * Text from a page, endpoint, model or user, outside of Markdown. It has the direction of its own letters, and characters that could
 * disguise it are spelled out. It refuses Steward's own words, which may have a no-break space, for example.
 */
export function ForeignText<Text extends string>({ text }: { text: Text & ForeignTo<Text> }) {
  return (
    <bdi dir="auto">
      <SpelledOut text={text} />
    </bdi>
  );
}

/** Steward's own words as they are, and every other text as a text from elsewhere. */
export function OwnOrForeign({ text }: { text: Words }) {
  return typeof text === 'string' ? text : <ForeignText text={text.foreign} />;
}

/** A name or a value from elsewhere, as code, which is read from left to right (controls.css). */
export function ForeignCode({ text, className }: { text: string; className?: string }) {
  return (
    <code className={className}>
      <SpelledOut text={text} />
    </code>
  );
}

function SpelledOut({ text }: { text: string }) {
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
