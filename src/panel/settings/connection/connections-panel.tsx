import { useState } from 'react';
import type { ConnectionField } from '@/src/panel/kit/errors/connection-field';
import { AllowedAddresses, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Connection } from '@/src/schema/connection';
import { ConnectionForm } from './connection-form';
import { ConnectionList } from './connection-list';

export interface ConnectionsPanelProps {
  connections: readonly Connection[];
  /** The connection whose models are listed; null outside of a chat. */
  usedId: string | null;
  /** The chat's model, if it belongs to the connection in use. */
  chosenModel: string | null;
  /** The address that the current page proposes for a new connection; null if none. */
  proposal: string | null;
  loadModels(connectionId: string): Promise<void>;
  /**
   * Lists a connection's models. `model`: the one that answered the connection's test, null if there is none. Null if there
   * is no chat that could use a connection.
   */
  onUse: ((connectionId: string, model: string | null) => void) | null;
  onDeleted(connectionId: string): void;
  /**
   * The field to focus in the form of the connection in use, which is then shown first; null to show the list first.
   */
  editedField: ConnectionField | null;
}

/** The part that is shown. A form with a null id is for a new connection. */
type View = { kind: 'list' } | { kind: 'form'; connectionId: string | null };

/** Lets the user select, test, edit, delete and add connections. */
export function ConnectionsPanel(props: ConnectionsPanelProps) {
  const { connections, usedId, chosenModel, proposal, loadModels, onUse, onDeleted, editedField } = props;
  const [view, setView] = useState<View>(
    editedField === null || usedId === null ? { kind: 'list' } : { kind: 'form', connectionId: usedId },
  );
  /** The connection of the form that was shown last. */
  const [editedId, setEditedId] = useState<string | null>(null);
  /** True once an action of the user replaced the shown part, together with the button that had the focus. */
  const [takesFocus, setTakesFocus] = useState(false);
  const show = (next: View) => {
    setTakesFocus(true);
    setView(next);
    if (view.kind === 'form') setEditedId(view.connectionId);
  };
  const { allowedEndpoints } = useLimits();
  const showList = () => show({ kind: 'list' });
  // The form replaces an empty list.
  if (view.kind === 'list' && connections.length === 0) setView({ kind: 'form', connectionId: null });
  if (view.kind === 'list') {
    return (
      <ConnectionList
        connections={connections}
        usedId={usedId}
        replaced={takesFocus ? { connectionId: editedId } : null}
        onUse={onUse && ((id) => onUse(id, null))}
        onEdit={(connectionId) => show({ kind: 'form', connectionId })}
        onAdd={() => show({ kind: 'form', connectionId: null })}
        onDelete={() => setTakesFocus(true)}
        onDeleted={onDeleted}
      />
    );
  }
  const { connectionId } = view;
  return (
    <>
      <AllowedAddresses text="settings.managed.endpoints" addresses={allowedEndpoints} />
      {/* Also shown after another window deleted the form's connection. */}
      {(connections.length > 0 || connectionId !== null) && (
        <TextButton text="connection.list.all" className="quiet back" onClick={showList} />
      )}
      <ConnectionForm
        key={connectionId}
        connectionId={connectionId}
        connections={connections}
        proposal={proposal}
        address=""
        model={connectionId === usedId ? chosenModel : null}
        {...(takesFocus && { focusFrom: null })}
        {...(editedField !== null && connectionId === usedId && { focusedField: editedField })}
        onConnected={(id, model) => {
          void loadModels(id);
          if (onUse !== null && (connectionId === null || id === usedId)) onUse(id, model);
          else showList();
        }}
      />
    </>
  );
}
