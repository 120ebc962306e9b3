import type { ReactNode } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { RollbackMessage } from '@/src/core/records/message';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { formatTime } from '../text/format-time';

/** The row of a rollback, undo or restore, with its effect on the conversation and what is saved. */
export function RollbackRow({ message, children }: { message: RollbackMessage; children?: ReactNode }) {
  return (
    <div className="hairline-row">
      <p>
        <strong>{whatHappened(message.kind)}</strong> · <ForeignText text={message.description} /> ·{' '}
        {formatTime(message.createdAtMs)}
      </p>
      <p className="secondary">
        {message.discardedMessages > 0 && `${count(message.discardedMessages, 'message')} hidden. `}
        <ForeignText text={message.savedNote} />
      </p>
      {children}
    </div>
  );
}

function whatHappened(kind: RollbackMessage['kind']): string {
  switch (kind) {
    case 'rollback':
      return 'Rolled back';
    case 'edit':
      return 'Message edited';
    case 'retry':
      return 'Answer retried';
    case 'undo':
      return 'Undone';
    case 'restore-unsaved':
      return 'Restored after a reload';
    case 'restore-saved':
      return 'Earlier save restored';
    default:
      return assertNever(kind);
  }
}
