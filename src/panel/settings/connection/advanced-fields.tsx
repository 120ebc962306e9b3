import { useState } from 'react';
import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { ManagedFields, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { CONNECTION_SETTINGS } from '@/src/schema/values/settings';
import { t } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import type { ConnectionFormState } from './connection-form-state';
import { HeaderRows } from './header-rows';

const { wire: WIRE } = CONNECTION_SETTINGS;

const WAITS = ['firstPieceMs', 'pauseMs'] as const;

interface AdvancedFieldsProps {
  form: ConnectionFormState;
  /** True if the stored header values can still be used for the address in the form. */
  keepsSecrets: boolean;
  problemsOf(name: keyof ConnectionFormState): readonly string[];
  onChange(fields: Partial<ConnectionFormState>): void;
}

/** The fields that few connections need. They are folded, but open while one of them has a problem. */
export function AdvancedFields({ form, keepsSecrets, problemsOf, onChange }: AdvancedFieldsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { connectionSettings: managed } = useLimits();
  const hasProblem = (['headers', 'userName', ...WAITS] as const).some((name) => problemsOf(name).length > 0);
  // A login in the address was moved to its fields.
  const hasLogin = form.userName + form.password !== '';
  return (
    <details
      open={isOpen || hasProblem || hasLogin}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="secondary">{t('connection.form.advanced')}</summary>
      <div className="advanced-fields">
        <TextField
          label={t('connection.form.name')}
          placeholder={t('connection.form.nameExample')}
          value={form.label}
          onChange={(label) => onChange({ label })}
        />
        <TextField
          label={t('connection.form.userName')}
          problems={problemsOf('userName')}
          value={form.userName}
          onChange={(userName) => onChange({ userName })}
        />
        <TextField
          label={t('connection.form.password')}
          type="password"
          value={form.password}
          onChange={(password) => onChange({ password })}
        />
        <HeaderRows
          rows={form.headers}
          keepsSecrets={keepsSecrets}
          problems={problemsOf('headers')}
          onChange={(headers) => onChange({ headers })}
        />
        <div className="wait-fields">
          {/* Time limits of responses, for endpoints that think or queue for a long time. */}
          {WAITS.map((name) => (
            <ManagedFields key={name} isManaged={name in managed}>
              <EnteredField
                row={CONNECTION_SETTINGS[name]}
                emptyText={formatNumber(
                  CONNECTION_SETTINGS[name].whenNull / CONNECTION_SETTINGS[name].perEntered,
                )}
                value={form[name]}
                problems={problemsOf(name)}
                onChange={(value) => onChange({ [name]: value })}
              />
            </ManagedFields>
          ))}
        </div>
        <ManagedFields isManaged={'wire' in managed}>
          <ChoiceField
            label={t(WIRE.label)}
            choices={[
              { value: '', label: t('connection.wire.automatic') },
              ...Object.entries(WIRE.choices).map(([value, text]) => ({ value, label: t(text) })),
            ]}
            chosen={form.wire}
            defaultValue=""
            onChoose={(wire) => onChange({ wire })}
          />
        </ManagedFields>
      </div>
    </details>
  );
}
