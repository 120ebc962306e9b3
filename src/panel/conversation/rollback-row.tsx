import type { ReactNode } from 'react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { RollbackMessage } from '@/src/schema/message';
import { rollbackText } from './rollback-text';

/** Row of a rollback, undo or restore, with its effect on the conversation and a note on what is saved. */
export function RollbackRow({ message, children }: { message: RollbackMessage; children?: ReactNode }) {
  const { title, place, note } = rollbackText(message);
  return (
    <div className="hairline-row">
      <p>
        <strong>{title}</strong> · <ForeignText text={place} />
      </p>
      <p className="secondary">
        <ForeignText text={note} />
      </p>
      {children}
    </div>
  );
}
