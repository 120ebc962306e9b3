import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSend } from '@/src/panel/data/use-send';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { focusIfLost, moveFocus } from '@/src/panel/kit/focus';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Connection } from '@/src/schema/connection';
import { t } from '@/src/texts/i18n';

interface ConnectionListProps {
  connections: readonly Connection[];
  /** The connection whose models are listed. */
  usedId: string | null;
  /** The form that the list replaced, if the form had the focus; null otherwise. Its `connectionId` is null for a new connection. */
  replaced: { connectionId: string | null } | null;
  /** Null if there is no chat to use a connection in. */
  onUse: ((connectionId: string) => void) | null;
  onEdit(connectionId: string): void;
  onAdd(): void;
  /** Called before a connection is deleted. */
  onDelete(): void;
  onDeleted(connectionId: string): void;
}

export function ConnectionList(props: ConnectionListProps) {
  const { connections, usedId, replaced, onUse, onEdit, onAdd, onDelete, onDeleted } = props;
  const send = useSend();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = async (connectionId: string) => {
    onDelete();
    const isDone = await send({ type: 'delete-connection', connectionId });
    if (!isDone) return;
    // The row and its pressed button disappear, if they haven't yet.
    moveFocus(list.current, addButton.current);
    onDeleted(connectionId);
  };
  const takesFocus = replaced !== null;
  const returnsToRow = connections.some(({ id }) => id === replaced?.connectionId);
  useEffect(() => {
    if (takesFocus && !returnsToRow) focusIfLost(addButton.current);
  }, [takesFocus, returnsToRow]);
  return (
    <>
      <ul ref={list} className="connection-list" aria-label={t('connection.list.label')}>
        {connections.map((connection) => (
          <li key={connection.id} className="card" aria-label={connection.label}>
            <ConnectionFacts connection={connection} isUsed={connection.id === usedId} />
            <div className="connection-actions">
              {onUse !== null && connection.id !== usedId && (
                <TextButton text="connection.list.use" onClick={() => onUse(connection.id)} />
              )}
              <TextButton
                text="common.edit"
                ref={connection.id === replaced?.connectionId ? focusIfLost : null}
                onClick={() => onEdit(connection.id)}
              />
              <Confirmed
                label={t('connection.list.delete')}
                question={t('connection.list.deleteQuestion')}
                action="connection.list.confirmDelete"
                onConfirm={() => void remove(connection.id)}
              />
            </div>
          </li>
        ))}
      </ul>
      <CommandErrorCard />
      <div className="button-row">
        <TextButton ref={addButton} icon={Plus} text="connection.list.add" onClick={onAdd} />
      </div>
    </>
  );
}

function ConnectionFacts({ connection, isUsed }: { connection: Connection; isUsed: boolean }) {
  const { label, baseUrl, hasKey, headerNames } = connection;
  const facts = [t(hasKey ? 'connection.list.keyStored' : 'connection.list.noKey'), ...headerNames];
  return (
    <div>
      <p>
        <strong>{label}</strong>
        {isUsed && <span className="secondary"> · {t('connection.list.inUse')}</span>}
      </p>
      <code>{baseUrl}</code>
      <p className="secondary">{facts.join(' · ')}</p>
    </div>
  );
}
