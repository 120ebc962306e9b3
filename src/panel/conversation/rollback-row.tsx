import type { ReactNode } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { RollbackMessage } from '@/src/core/records/message';
import { i18n } from '@/src/texts/i18n';
import { ForeignText } from '../text/foreign-text';
import { formatNumber } from '../text/format-number';
import { formatTime } from '../text/format-time';

/** The row of a rollback, undo or restore, with its effect on the conversation and what is saved. */
export function RollbackRow({ message, children }: { message: RollbackMessage; children?: ReactNode }) {
  const discarded = message.discardedMessages;
  return (
    <div className="hairline-row">
      <p>
        <strong>{whatHappened(message.kind)}</strong> · <ForeignText text={message.description} /> ·{' '}
        {formatTime(message.createdAtMs)}
      </p>
      <p className="secondary">
        {discarded > 0 && `${i18n.t('conversation.rollback.hidden', discarded, [formatNumber(discarded)])} `}
        <ForeignText text={message.savedNote} />
      </p>
      {children}
    </div>
  );
}

function whatHappened(kind: RollbackMessage['kind']): string {
  switch (kind) {
    case 'rollback':
      return i18n.t('conversation.rollback.rolledBack');
    case 'edit':
      return i18n.t('conversation.rollback.edited');
    case 'retry':
      return i18n.t('conversation.rollback.retried');
    case 'undo':
      return i18n.t('conversation.rollback.undone');
    case 'restore-unsaved':
      return i18n.t('conversation.rollback.restoredUnsaved');
    case 'restore-saved':
      return i18n.t('conversation.rollback.restoredSaved');
    default:
      return assertNever(kind);
  }
}
