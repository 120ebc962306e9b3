import { type RefObject, useId, useRef } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { FieldFrame } from '@/src/panel/kit/fields/field-frame';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { moveFocus } from '@/src/panel/kit/focus';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Connection } from '@/src/schema/connection';
import type { ModelAlias } from '@/src/schema/model-alias';
import { MAX_ALIAS_LENGTH } from '@/src/schema/values/limits';
import { t } from '@/src/texts/i18n';

interface AliasFormProps {
  /** The alias to change; null for a new one. */
  edited: ModelAlias | null;
  /** At least one. */
  connections: readonly Connection[];
  nameField: RefObject<HTMLInputElement | null>;
  /** Called once a change of an alias is saved or cancelled. Not called for a new alias: the form stays open. */
  onClose(): void;
}

/** Number of models that the field proposes; the user can also type any other model. */
const MAX_PROPOSED = 1_000;

/**
 * Form for an alias: its name, connection and model. What the user typed stays if saving fails. What they typed for a new alias also stays
 * while another alias is edited.
 */
export function AliasForm({ edited, connections, nameField, onClose }: AliasFormProps) {
  const listId = useId();
  const element = useRef<HTMLFormElement>(null);
  // A new alias starts empty, with the first connection.
  const { name, connectionId, model } = edited ?? {
    name: '',
    connectionId: connections[0]?.id ?? '',
    model: '',
  };
  const form = useSavedForm({
    stored: { name, connectionId, model },
    keptAs: edited === null ? 'new-alias' : undefined,
    read: (entered) => ({ ok: true, values: { ...entered, model: entered.model.trim() } }),
    store: (alias) => sendCommand({ type: 'save-alias', isNew: edited === null, ...alias }),
    fieldsAfter: (sent) => (edited === null ? { ...sent, name: '', model: '' } : sent),
    onSaved() {
      // The focused save button is disabled now, since the name and model of the next alias are empty.
      if (edited === null) moveFocus(element.current, nameField.current);
      else onClose();
    },
  });
  const { fields, change } = form;
  const list = useQuery((queries) => queries.lastModelList(fields.connectionId), [fields.connectionId]);
  const isComplete = fields.name.trim() !== '' && fields.model.trim() !== '';
  return (
    <form
      ref={element}
      className="alias-form"
      aria-label={
        edited === null ? t('aliases.form.labelNew') : t('aliases.form.labelEdited', { name: edited.name })
      }
      onSubmit={form.onSubmit}
    >
      <TextField
        label={t('aliases.form.name')}
        ref={nameField}
        placeholder={t('aliases.form.example')}
        maxLength={MAX_ALIAS_LENGTH}
        readOnly={edited !== null}
        value={fields.name}
        onChange={(text) => change({ name: text })}
      />
      <FieldFrame
        label={t('aliases.form.connection')}
        problems={[]}
        control={(names) => (
          <select
            {...names}
            value={fields.connectionId}
            onChange={({ target }) => change({ connectionId: target.value })}
          >
            {connections.every(({ id }) => id !== fields.connectionId) && (
              <option value={fields.connectionId} disabled>
                {t('aliases.form.connectionDeleted')}
              </option>
            )}
            {connections.map(({ id, label, baseUrl }) => (
              <option key={id} value={id}>
                {label} · {baseUrl}
              </option>
            ))}
          </select>
        )}
      />
      <TextField
        label={t('aliases.form.model')}
        list={listId}
        value={fields.model}
        onChange={(text) => change({ model: text })}
      />
      <datalist id={listId}>
        {list?.models.slice(0, MAX_PROPOSED).map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <SaveRow
        form={form}
        label={edited === null ? 'aliases.form.add' : 'aliases.form.save'}
        isDisabled={!isComplete}
      >
        {edited !== null && <TextButton text="common.cancel" onClick={onClose} />}
      </SaveRow>
    </form>
  );
}
