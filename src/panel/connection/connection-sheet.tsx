import { useState } from 'react';
import type { ErrorInfo } from '@/src/core/errors';
import type { Connection } from '@/src/store/db';
import { Sheet } from '../sheet';
import { ConnectionForm } from './connection-form';

interface ConnectionSheetProps {
  connections: readonly Connection[];
  /** The connection whose models are listed. */
  usedId: string | null;
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
  onUse(connectionId: string): void;
  onClose(): void;
}

/** All connections: one to use, and its details to change; or a new one. */
export function ConnectionSheet({ connections, usedId, loadModels, onUse, onClose }: ConnectionSheetProps) {
  const [shownId, setShownId] = useState(usedId);
  const shown = connections.find((connection) => connection.id === shownId) ?? null;
  return (
    <Sheet title="Connection" onClose={onClose}>
      <div className="sheet-body">
        {connections.length > 0 && (
          <fieldset className="connection-list">
            <legend className="visually-hidden">Connections</legend>
            {connections.map((connection) => (
              <ConnectionRow
                key={connection.id}
                title={connection.label}
                address={connection.baseUrl}
                isUsed={connection.id === usedId}
                isShown={connection.id === shownId}
                onShow={() => setShownId(connection.id)}
              />
            ))}
            <ConnectionRow
              title="New connection"
              address={null}
              isUsed={false}
              isShown={shownId === null}
              onShow={() => setShownId(null)}
            />
          </fieldset>
        )}
        {shown !== null && shown.id !== usedId && (
          <button type="button" className="primary" onClick={() => onUse(shown.id)}>
            Use this connection
          </button>
        )}
        <ConnectionForm
          key={shownId ?? 'new'}
          connection={shown}
          loadModels={loadModels}
          onConnected={onUse}
        />
      </div>
    </Sheet>
  );
}

interface ConnectionRowProps {
  title: string;
  address: string | null;
  isUsed: boolean;
  isShown: boolean;
  onShow(): void;
}

function ConnectionRow({ title, address, isUsed, isShown, onShow }: ConnectionRowProps) {
  return (
    <label>
      <input type="radio" name="connection" checked={isShown} onChange={onShow} />
      <span className="choice-text">
        <span>
          {title}
          {isUsed && <span className="secondary"> · in use</span>}
        </span>
        {address !== null && <code className="secondary">{address}</code>}
      </span>
    </label>
  );
}
