import { memo } from 'react';
import { MAX_MESSAGE_CHARS } from '@/src/core/records/message';
import { formatTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { Quotation } from '@/src/panel/kit/text/quotation';
import type { MentionedPart } from '@/src/schema/message';
import { t } from '@/src/texts/i18n';
import { MessageImages } from './images/message-images';
import type { ShownUserMessage } from './render-event';
import { ReportedChanges } from './reported-changes';

/** UTF-16 units of a mentioned part of the page before the rest is folded. */
const MAX_PART_CHARS = 4_000;

/** A user message, with its images, the mentioned parts of the page, and the page changes that were reported with it. */
export const UserMessageRow = memo(
  function UserMessageRow({ message }: { message: ShownUserMessage }) {
    const { content: text, createdAtMs, changes, images } = message;
    const parts = message.parts ?? [];
    return (
      <div className="user-message">
        <div className="bubble" title={formatTime(createdAtMs)}>
          {parts.length === 0 || text.length > MAX_MESSAGE_CHARS ? (
            <FoldedText text={text} maxChars={MAX_MESSAGE_CHARS} isSpelledOut={false} />
          ) : (
            <MarkedMentions text={text} parts={parts} />
          )}
        </div>
        {images !== undefined && <MessageImages images={images} />}
        {parts.map((part) => part.page !== undefined && <Quotation key={part.mention} quotation={part} />)}
        {parts.length > 0 && <MentionedParts parts={parts.filter(({ page }) => page === undefined)} />}
        {changes.length > 0 && (
          <div className="meta">
            <ReportedChanges changes={changes} />
          </div>
        )}
      </div>
    );
  },
  // A stored message doesn't change, except for its page changes and mentioned parts, which are read only when it is sent.
  ({ message: before }, { message: after }) =>
    before.content === after.content &&
    before.createdAtMs === after.createdAtMs &&
    before.changes.length === after.changes.length &&
    JSON.stringify(before.parts) === JSON.stringify(after.parts),
);

/** Folded list of the parts of the page that were sent with a message, and of the mentions whose part no longer existed. */
function MentionedParts({ parts }: { parts: readonly MentionedPart[] }) {
  const sent = parts.flatMap(({ mention, text }) => (text === null ? [] : [{ mention, text }]));
  return (
    <div className="meta">
      {sent.length > 0 && (
        <details>
          <summary>{t('conversation.mentions.sent', { count: sent.length })}</summary>
          {sent.map(({ mention, text }) => (
            <div key={mention} className="data">
              <FoldedText text={`${mention}\n${text}`} maxChars={MAX_PART_CHARS} isSpelledOut />
            </div>
          ))}
        </details>
      )}
      {parts.map(
        ({ mention, text }) =>
          text === null && <p key={mention}>{t('conversation.mentions.missing', { mention })}</p>,
      )}
    </div>
  );
}

/** A message's text with its mentions marked. Of two overlapping mentions, the longer one is marked. */
function MarkedMentions({ text, parts }: { text: string; parts: readonly MentionedPart[] }) {
  const longestFirst = parts
    .map(({ mention }) => mention)
    .toSorted((left, right) => right.length - left.length);
  const escaped = longestFirst.map((mention) => mention.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return (
    <p className="plain-text" dir="auto">
      {text.split(new RegExp(`(${escaped.join('|')})`)).map((piece, index) => {
        // The same piece may occur several times, so only its position identifies it.
        const key = `${index} ${piece}`;
        return index % 2 === 0 ? piece : <strong key={key}>{piece}</strong>;
      })}
    </p>
  );
}
