import { memo } from 'react';
import { MAX_MESSAGE_CHARS } from '@/src/core/records/fold-lengths';
import { formatTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import type { Change } from '@/src/schema/change';
import type { MessageImage } from '@/src/schema/image';
import type { MentionedPart } from '@/src/schema/message';
import { MessageImages } from './images/message-images';
import { MarkedMentions, MentionedParts } from './mentioned-parts';
import { ReportedChanges } from './reported-changes';

interface UserMessageRowProps {
  text: string;
  createdAtMs: number;
  changes: readonly Change[];
  /** Missing if the message has none. */
  images?: readonly MessageImage[] | undefined;
  /** The parts of the page that it mentions; missing if there are none. */
  parts?: readonly MentionedPart[] | undefined;
}

/** A user message, with the page changes reported along with it. */
export const UserMessageRow = memo(
  function UserMessageRow({ text, createdAtMs, changes, images, parts = [] }: UserMessageRowProps) {
    return (
      <div className="user-message">
        <div className="bubble" title={formatTime(createdAtMs)}>
          {parts.length === 0 || text.length > MAX_MESSAGE_CHARS ? (
            <FoldedText text={text} maxChars={MAX_MESSAGE_CHARS} />
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
  // A stored message is constant, except for its changes and mentioned parts, which are read until the message is sent.
  (before, after) =>
    before.text === after.text &&
    before.createdAtMs === after.createdAtMs &&
    before.changes.length === after.changes.length &&
    JSON.stringify(before.parts) === JSON.stringify(after.parts),
);
