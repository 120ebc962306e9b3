import { useState } from 'react';
import type { ConnectionField } from '@/src/panel/kit/errors/connection-field';
import { AllowedAddresses, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Connection } from '@/src/schema/connection';
import { ModelCheckSection } from '../model-check/model-check-section';
import { ConnectionForm } from './connection-form';
import { ConnectionList } from './connection-list';

export interface ConnectionsPanelProps {
  connections: readonly Connection[];
  /** The connection whose models are listed; null outside of a chat. */
  usedId: string | null;
  /** The chat whose usage counts the check of a model; null if there is none. */
  chatId: string | null;
  /** The chat's model, if it belongs to the connection in use. */
  chosenModel: string | null;
  /** The address that the current page proposes for a new connection; null if it proposes none. */
  proposal: string | null;
  loadModels(connectionId: string): Promise<void>;
  /**
   * Lists a connection's models. `model`: the model that answered the connection's test; null if none did. The function is null if there is
   * no chat to use a connection in.
   */
  onUse: ((connectionId: string, model: string | null) => void) | null;
  onDeleted(connectionId: string): void;
  /** The field to focus in the form of the connection in use, which is then shown at first; null to show the list at first. */
  editedField: ConnectionField | null;
}

/** The part of the panel that is shown. A form whose `connectionId` is null is for a new connection. */
type View = { kind: 'list' } | { kind: 'form'; connectionId: string | null };

/** Lets the user select, test, edit, delete and add connections. */
export function ConnectionsPanel(props: ConnectionsPanelProps) {
  const { connections, usedId, chatId, chosenModel, proposal, loadModels, onUse, onDeleted, editedField } =
    props;
  const [view, setView] = useState<View>(
    editedField === null || usedId === null ? { kind: 'list' } : { kind: 'form', connectionId: usedId },
  );
  /** The connection of the form that was shown last; null for a new one. */
  const [editedId, setEditedId] = useState<string | null>(null);
  /** True once a click replaced the shown part, and with it the button that had the focus. */
  const [takesFocus, setTakesFocus] = useState(false);
  const show = (next: View) => {
    setTakesFocus(true);
    setView(next);
    if (view.kind === 'form') setEditedId(view.connectionId);
  };
  const { allowedEndpoints } = useLimits();
  const showList = () => show({ kind: 'list' });
  // Instead of an empty list, the form for a new connection is shown.
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
      {/* Needed even without connections if another window has deleted the one that this form edits. */}
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
      {chatId !== null && chosenModel !== null && connectionId !== null && connectionId === usedId && (
        <ModelCheckSection chatId={chatId} connectionId={connectionId} model={chosenModel} />
      )}
    </>
  );
}
