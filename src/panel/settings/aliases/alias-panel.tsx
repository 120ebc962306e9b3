import { useRef, useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusIfLost, moveFocus } from '@/src/panel/kit/focus';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Connection } from '@/src/schema/connection';
import { t } from '@/src/texts/i18n';
import { AliasForm } from './alias-form';
import './aliases.css';

/** The user's aliases for models: the list, which marks aliases of deleted connections, and the form. */
export function AliasPanel({ connections }: { connections: readonly Connection[] }) {
  const aliases = useQuery((queries) => queries.modelAliases(), []);
  const [editedName, setEditedName] = useState<string | null>(null);
  const { perform } = useCommands();
  const edited = aliases?.find(({ name }) => name === editedName) ?? null;
  const [closedName, setClosedName] = useState<string | null>(null);
  const all = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const edit = (name: string) => {
    setEditedName(name);
    setClosedName(null);
  };
  const close = () => {
    setEditedName(null);
    setClosedName(editedName);
  };
  const remove = (name: string) =>
    void perform(async () => {
      await sendCommand({ type: 'delete-alias', name });
      // The row and its pressed button disappear, if they haven't yet. Without a connection, there is no name field to focus.
      moveFocus(list.current, nameField.current ?? all.current);
    });
  return (
    <div ref={all} tabIndex={-1} className="aliases">
      <CommandErrorCard />
      <SecondaryText text="aliases.list.explanation" />
      {aliases !== undefined && aliases.length > 0 && (
        <ul ref={list} className="alias-list" aria-label={t('aliases.list.title')}>
          {aliases.map(({ name, model, connection }) => (
            <li key={name} className="card" aria-label={name}>
              <div>
                <p>
                  <strong>{name}</strong>
                </p>
                <p className="secondary">
                  <ForeignText text={model} />
                  {connection !== null && ` · ${connection.label}`}
                </p>
                {connection === null ? (
                  <p className="inline-error" role="alert">
                    {t('aliases.list.connectionDeleted')}
                  </p>
                ) : (
                  <code>{connection.baseUrl}</code>
                )}
              </div>
              <div className="button-row">
                <TextButton
                  text="common.edit"
                  ref={name === closedName ? focusIfLost : null}
                  onClick={() => edit(name)}
                />
              </div>
              <Confirmed
                label={t('common.delete')}
                question={t('aliases.list.deleteQuestion', { name })}
                action="aliases.list.delete"
                onConfirm={() => remove(name)}
              />
            </li>
          ))}
        </ul>
      )}
      {connections.length === 0 ? (
        <SecondaryText text="aliases.list.noConnection" />
      ) : (
        <AliasForm
          // '' is free as key of the new-alias form: no alias has an empty name.
          key={edited?.name ?? ''}
          edited={edited}
          connections={connections}
          nameField={nameField}
          onClose={close}
        />
      )}
    </div>
  );
}
