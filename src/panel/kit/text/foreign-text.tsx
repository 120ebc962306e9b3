import { foreignParts } from '@/src/core/text/foreign-text';
import type { OwnText } from '@/src/texts/i18n';
import './foreign-text.css';

/** `Text` if it can't be Steward's own words; otherwise `never`, so that passing own words is a compile error. */
type ForeignTo<Text extends string> = [Extract<Text, OwnText>] extends [never] ? Text : never;

/**
 * Text from a page, endpoint, model or user, outside of Markdown. Its letters determine its direction, and characters
 * that could disguise it are spelled out. The type excludes Steward's own words: they may contain such characters, for
 * example a no-break space.
 */
export function ForeignText<Text extends string>({ text }: { text: Text & ForeignTo<Text> }) {
  return (
    <bdi dir="auto">
      <SpelledOut text={text} />
    </bdi>
  );
}

/** A name or a value from elsewhere, shown as code. Code is always left to right (controls.css). */
export function ForeignCode({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <code className={className}>
      <SpelledOut text={text} />
    </code>
  );
}

function SpelledOut({ text }: { text: string }) {
  return foreignParts(text).map((part, index) =>
    part.isOdd ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same text always has the same parts, so an index is stable.
      <span key={index} className="odd-characters">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
