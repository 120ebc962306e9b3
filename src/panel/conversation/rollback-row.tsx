import type { RollbackMessage } from '@/src/core/chat/message';
import { count } from '../text/count';
import { formatTime } from '../text/format-time';

/** Where the page went back, alone or with the conversation, and what became of the saved file. */
export function RollbackRow({ message }: { message: RollbackMessage }) {
  return (
    <div className="hairline-row">
      <p>
        <strong>{message.kind === 'undo' ? 'Undone' : 'Rolled back'}</strong> · {message.description} ·{' '}
        {formatTime(message.createdAtMs)}
      </p>
      <p className="secondary">
        {message.discardedMessages > 0 && `${count(message.discardedMessages, 'message')} set aside. `}
        {message.savedNote}
      </p>
    </div>
  );
}
