import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { type TypedFields, useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import { moveFocus } from '@/src/panel/kit/focus';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { Connection } from '@/src/schema/connection';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { ModelAlias } from '@/src/schema/model-alias';
import { MAX_ALIAS_LENGTH } from '@/src/schema/values/model-names';
import { i18n } from '@/src/texts/i18n';

interface FormProps {
  /** At least one. */
  connections: readonly Connection[];
  nameField: RefObject<HTMLInputElement | null>;
  /** Called once a changed alias is saved, and when its change is cancelled. */
  onClose(): void;
}

interface AliasFormProps extends FormProps {
  /** The alias to change; null for a new one. */
  edited: ModelAlias | null;
  typing: TypedFields<ModelAlias>;
}

/** Models that the field proposes; any other of the connection's can be typed. */
const MAX_PROPOSED = 1_000;

/** The fields of a new alias as they are typed. Kept while the form of another alias is shown in its place. */
export function useNewAlias(connections: readonly Connection[]): TypedFields<ModelAlias> {
  return useTypedFields({ name: '', connectionId: connections[0]?.id ?? '', model: '' });
}

/** Form for an alias that there is. Another window may change the alias meanwhile. */
export function EditedAliasForm({ edited, ...props }: FormProps & { edited: ModelAlias }) {
  const { name, connectionId, model } = edited;
  return <AliasForm edited={edited} typing={useTypedFields({ name, connectionId, model })} {...props} />;
}

/** Form for an alias: its name, connection and model. What is typed stays if saving fails. */
export function AliasForm({ edited, typing, connections, nameField, onClose }: AliasFormProps) {
  const listId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { fields, change, noteSaved } = typing;
  const [error, setError] = useState<ErrorInfo | null>(null);
  const list = useQuery((queries) => queries.lastModelList(fields.connectionId), [fields.connectionId]);
  const { name, connectionId, model } = fields;
  const isComplete = name.trim() !== '' && model.trim() !== '';
  const save = async () => {
    try {
      await sendCommand({
        type: 'save-alias',
        isNew: edited === null,
        name,
        connectionId,
        model: model.trim(),
      });
      setError(null);
      noteSaved(fields, edited === null ? { ...fields, name: '', model: '' } : fields);
      // Its button, which had the focus, is disabled while the fields are empty.
      if (edited === null) moveFocus(form.current, nameField.current);
      else onClose();
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
  };
  const { isBusy, press } = useSinglePress(save);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <form
      ref={form}
      className="alias-form"
      aria-label={
        edited === null
          ? i18n.t('aliases.form.labelNew')
          : i18n.t('aliases.form.labelEdited', { name: edited.name })
      }
      onSubmit={onSubmit}
    >
      <label>
        <span>{i18n.t('aliases.form.name')}</span>
        <input
          ref={nameField}
          type="text"
          autoComplete="off"
          placeholder={i18n.t('aliases.form.example')}
          maxLength={MAX_ALIAS_LENGTH}
          readOnly={edited !== null}
          value={fields.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </label>
      <label>
        <span>{i18n.t('aliases.form.connection')}</span>
        <select
          value={fields.connectionId}
          onChange={(event) => change({ connectionId: event.target.value })}
        >
          {connections.every(({ id }) => id !== fields.connectionId) && (
            <option value={fields.connectionId} disabled>
              {i18n.t('aliases.form.connectionDeleted')}
            </option>
          )}
          {connections.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{i18n.t('aliases.form.model')}</span>
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          list={listId}
          value={fields.model}
          onChange={(event) => change({ model: event.target.value })}
        />
      </label>
      <datalist id={listId}>
        {list?.models.slice(0, MAX_PROPOSED).map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      {error !== null && <ErrorCard error={error} />}
      <div className="button-row">
        <button type="submit" className="primary" disabled={!isComplete} aria-disabled={isBusy}>
          {edited === null ? i18n.t('aliases.form.add') : i18n.t('aliases.form.save')}
        </button>
        {edited !== null && (
          <button type="button" onClick={onClose}>
            {i18n.t('common.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
