import { memo } from 'react';
import { MAX_MESSAGE_CHARS } from '@/src/core/records/message';
import { formatTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import type { MentionedPart } from '@/src/schema/message';
import { MessageImages } from './images/message-images';
import { MentionedParts } from './parts';
import type { ShownUserMessage } from './render-event';
import { ReportedChanges } from './reported-changes';

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
        {parts.length > 0 && <MentionedParts parts={parts} />}
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
