import { useState } from 'react';
import type { Connection } from '@/src/store/db';
import { Confirmed } from '../data/confirmed';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useQuery } from '../link/stored-data';
import { ForeignText } from '../text/foreign-text';
import { AliasForm } from './alias-form';
import './aliases.css';

/** The user's names for models: list, form, and what no longer leads anywhere. */
export function AliasPanel({ connections }: { connections: readonly Connection[] }) {
  const aliases = useQuery((queries) => queries.modelAliases(), []);
  const [editedName, setEditedName] = useState<string | null>(null);
  const { error, perform, dismiss } = useCommandError();
  const edited = aliases?.find(({ name }) => name === editedName) ?? null;
  const remove = (name: string) => void perform(() => sendCommand({ type: 'delete-alias', name }));
  return (
    <div className="aliases">
      <DismissibleError error={error} onDismiss={dismiss} />
      <p className="secondary">
        A name of your own for a model, such as “smart”. Chats that use it follow when you give it another
        model.
      </p>
      {aliases !== undefined && aliases.length > 0 && (
        <ul className="alias-list" aria-label="Model aliases">
          {aliases.map(({ name, model, connectionLabel }) => (
            <li key={name} className="card" aria-label={name}>
              <div>
                <p>
                  <strong>{name}</strong>
                </p>
                <p className="secondary">
                  <ForeignText text={model} />
                  {connectionLabel !== null && ` · ${connectionLabel}`}
                </p>
                {connectionLabel === null && (
                  <p className="inline-error" role="alert">
                    Its connection was deleted. Give it another model.
                  </p>
                )}
              </div>
              <div className="button-row">
                <button type="button" onClick={() => setEditedName(name)}>
                  Edit
                </button>
              </div>
              <Confirmed
                label="Delete"
                question={`Delete “${name}”? Chats that use it keep the model that it leads to now, and say that the name is gone.`}
                action="Delete alias"
                onConfirm={() => remove(name)}
              />
            </li>
          ))}
        </ul>
      )}
      {connections.length === 0 ? (
        <p className="secondary">Add a connection first.</p>
      ) : (
        <AliasForm
          key={editedName ?? ''}
          edited={edited}
          connections={connections}
          onSaved={() => setEditedName(null)}
          onCancel={() => setEditedName(null)}
        />
      )}
    </div>
  );
}
