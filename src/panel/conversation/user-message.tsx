import { memo } from 'react';
import { MAX_MESSAGE_CHARS } from '@/src/core/records/fold-lengths';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import type { Change } from '@/src/schema/change';
import type { MessageImage } from '@/src/schema/image';
import { MessageImages } from './images/message-images';
import { MessageTime } from './message-time';
import { ReportedChanges } from './reported-changes';

interface UserMessageRowProps {
  text: string;
  createdAtMs: number;
  changes: readonly Change[];
  /** Missing if the message has none. */
  images?: readonly MessageImage[] | undefined;
}

/** A user message, with the page changes reported along with it. */
export const UserMessageRow = memo(
  function UserMessageRow({ text, createdAtMs, changes, images }: UserMessageRowProps) {
    return (
      <div className="user-message">
        <div className="bubble">
          <FoldedText text={text} maxChars={MAX_MESSAGE_CHARS} />
        </div>
        {images !== undefined && <MessageImages images={images} />}
        <div className="meta">
          <ReportedChanges changes={changes} />
          <MessageTime atMs={createdAtMs} />
        </div>
      </div>
    );
  },
  // A stored message is constant, except for its list of changes, which grows until the message is sent.
  (before, after) =>
    before.text === after.text &&
    before.createdAtMs === after.createdAtMs &&
    before.changes.length === after.changes.length,
);
