import { formatNumber } from '@/src/panel/kit/text/format-number';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import type { MentionedPart } from '@/src/schema/message';
import { i18n } from '@/src/texts/i18n';

/** UTF-16 units of a part before the rest is folded. */
const MAX_PART_CHARS = 4_000;

/** The parts of the page that went with a message, folded, and those that the page had no longer. */
export function MentionedParts({ parts }: { parts: readonly MentionedPart[] }) {
  const sent = parts.flatMap(({ mention, text }) => (text === null ? [] : [{ mention, text }]));
  return (
    <div className="meta">
      {sent.length > 0 && (
        <details>
          <summary>{i18n.t('conversation.mentions.sent', sent.length, [formatNumber(sent.length)])}</summary>
          {sent.map(({ mention, text }) => (
            <div key={mention} className="data">
              <FoldedText text={`${mention}\n${text}`} maxChars={MAX_PART_CHARS} isSpelledOut={true} />
            </div>
          ))}
        </details>
      )}
      {parts.map(
        ({ mention, text }) =>
          text === null && <p key={mention}>{i18n.t('conversation.mentions.missing', { mention })}</p>,
      )}
    </div>
  );
}

/** The text of a message in which each mention of its parts is marked. Where two overlap, the longer one is. */
export function MarkedMentions({ text, parts }: { text: string; parts: readonly MentionedPart[] }) {
  const longestFirst = parts
    .map(({ mention }) => mention)
    .toSorted((left, right) => right.length - left.length);
  const escaped = longestFirst.map((mention) => mention.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return (
    <p className="plain-text">
      {text.split(new RegExp(`(${escaped.join('|')})`)).map((piece, index) => {
        // A piece is identified only by its position.
        const key = `${index} ${piece}`;
        return index % 2 === 0 ? piece : <strong key={key}>{piece}</strong>;
      })}
    </p>
  );
}
