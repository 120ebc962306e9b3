import type { ReactNode } from 'react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { RollbackMessage } from '@/src/schema/message';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

const TITLES: Readonly<Record<RollbackMessage['kind'], TextKey>> = {
  rollback: 'conversation.rollback.rolledBack',
  edit: 'conversation.rollback.edited',
  retry: 'conversation.rollback.retried',
  undo: 'conversation.rollback.undone',
  'restore-unsaved': 'conversation.rollback.restoredUnsaved',
  'restore-saved': 'conversation.rollback.restoredSaved',
};

/** Row of a rollback, undo or restore, with its effect on the conversation and a note on what is saved. */
export function RollbackRow({ message, children }: { message: RollbackMessage; children?: ReactNode }) {
  const setAside = message.discardedMessages;
  return (
    <div className="hairline-row">
      <p>
        <strong>{i18n.t(TITLES[message.kind])}</strong> · <ForeignText text={message.description} /> ·{' '}
        {formatTime(message.createdAtMs)}
      </p>
      <p className="secondary">
        {setAside > 0 && `${i18n.t('conversation.rollback.setAside', setAside, [formatNumber(setAside)])} `}
        <ForeignText text={message.savedNote} />
      </p>
      {children}
    </div>
  );
}
