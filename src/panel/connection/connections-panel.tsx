import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ErrorInfo } from '@/src/core/errors';
import type { Connection } from '@/src/store/db';
import { i18n } from '@/src/texts/i18n';
import { ConnectionForm } from './connection-form';
import { ConnectionList } from './connection-list';

interface ConnectionsPanelProps {
  connections: readonly Connection[];
  /** The connection whose models are listed; null outside of a chat. */
  usedId: string | null;
  /** The chat's model, if it belongs to the connection in use. */
  chosenModel: string | null;
  /** The address that the current page proposes for a new connection; null if none. */
  proposal: string | null;
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
  /** Null where no chat could use one. */
  onUse: ((connectionId: string) => void) | null;
  onDeleted(connectionId: string): void;
}

/** The part that is shown. A form without an id is for a new connection. */
type View = { kind: 'list' } | { kind: 'form'; connectionId: string | null };

/** Lets the user select, test, edit, delete and add connections. */
export function ConnectionsPanel(props: ConnectionsPanelProps) {
  const { connections, usedId, chosenModel, proposal, loadModels, onUse, onDeleted } = props;
  const [view, setView] = useState<View>({ kind: 'list' });
  const showList = () => setView({ kind: 'list' });
  if (view.kind === 'list' && connections.length > 0) {
    return (
      <>
        <ConnectionList
          connections={connections}
          usedId={usedId}
          onUse={onUse}
          onEdit={(connectionId) => setView({ kind: 'form', connectionId })}
          onDeleted={onDeleted}
        />
        <div className="button-row">
          <button
            type="button"
            className="icon-button"
            onClick={() => setView({ kind: 'form', connectionId: null })}
          >
            <Plus className="icon" aria-hidden="true" />
            {i18n.t('connection.list.add')}
          </button>
        </div>
      </>
    );
  }
  const connectionId = view.kind === 'form' ? view.connectionId : null;
  return (
    <>
      {connections.length > 0 && (
        <button type="button" className="quiet back" onClick={showList}>
          {i18n.t('connection.list.all')}
        </button>
      )}
      <ConnectionForm
        connectionId={connectionId}
        connections={connections}
        proposal={proposal}
        model={connectionId === usedId ? chosenModel : null}
        loadModels={loadModels}
        onConnected={(id) => {
          if (onUse !== null && (connectionId === null || id === usedId)) onUse(id);
          else showList();
        }}
      />
    </>
  );
}
