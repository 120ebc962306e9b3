import { useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { Connection } from '@/src/store/db';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';
import { sendCommand } from '../link/send-command';

interface ConnectionListProps {
  connections: readonly Connection[];
  /** The connection whose models are listed. */
  usedId: string | null;
  /** Null where no chat could use one. */
  onUse: ((connectionId: string) => void) | null;
  onEdit(connectionId: string): void;
  onDeleted(connectionId: string): void;
}

/** All connections, each with its actions. */
export function ConnectionList({ connections, usedId, onUse, onEdit, onDeleted }: ConnectionListProps) {
  const [deletingId, setDoomedId] = useState<string | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const remove = async (connectionId: string) => {
    setDoomedId(null);
    try {
      await sendCommand({ type: 'delete-connection', connectionId });
      setError(null);
      onDeleted(connectionId);
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
  };
  return (
    <>
      <ul className="connection-list" aria-label={i18n.t('connection.list.label')}>
        {connections.map((connection) => (
          <li key={connection.id} className="card" aria-label={connection.label}>
            <ConnectionFacts connection={connection} isUsed={connection.id === usedId} />
            {connection.id === deletingId ? (
              <>
                <p>{i18n.t('connection.list.deleteQuestion')}</p>
                <div className="button-row">
                  <button type="button" className="primary" onClick={() => void remove(connection.id)}>
                    {i18n.t('connection.list.confirmDelete')}
                  </button>
                  <button type="button" onClick={() => setDoomedId(null)}>
                    {i18n.t('connection.list.keep')}
                  </button>
                </div>
              </>
            ) : (
              <div className="button-row">
                {onUse !== null && connection.id !== usedId && (
                  <button type="button" onClick={() => onUse(connection.id)}>
                    {i18n.t('connection.list.use')}
                  </button>
                )}
                <button type="button" onClick={() => onEdit(connection.id)}>
                  {i18n.t('common.edit')}
                </button>
                <button type="button" className="quiet" onClick={() => setDoomedId(connection.id)}>
                  {i18n.t('connection.list.delete')}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}

function ConnectionFacts({ connection, isUsed }: { connection: Connection; isUsed: boolean }) {
  const { label, baseUrl, hasKey, headerNames } = connection;
  const facts = [i18n.t(hasKey ? 'connection.list.keyStored' : 'connection.list.noKey'), ...headerNames];
  return (
    <div>
      <p>
        <strong>{label}</strong>
        {isUsed && <span className="secondary"> · {i18n.t('connection.list.inUse')}</span>}
      </p>
      <code>{baseUrl}</code>
      <p className="secondary">{facts.join(' · ')}</p>
    </div>
  );
}
