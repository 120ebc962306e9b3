import { type KeyboardEvent, useState } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import type { ValuesOf } from '@/src/schema/values/setting-row';
import { t } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import { formatUngrouped } from '../text/format-number';
import { DefaultNote } from './default-note';
import { FieldFrame } from './field-frame';
import { ManagedFields } from './managed-fields';
import { SwitchField } from './switch-field';

type ShownValueRow = { label: TextKey } & (
  | { kind: 'switch'; default: boolean; effect: TextKey }
  | { kind: 'integer'; min: number; max: number; default: number; effect?: TextKey }
);

type ShownRow = ShownValueRow | { kind: 'group'; fields: Readonly<Record<string, ShownValueRow>> };

interface SettingFieldsProps<Rows> {
  rows: Rows;
  values: ValuesOf<Rows>;
  /** The settings that the organisation has set. */
  managed: object;
  /** Called with the new value of one setting; for a setting in a group, with the whole group. */
  onChange(changed: Partial<ValuesOf<Rows>>): void;
}

/**
 * Fields for a table of settings, each with its effect and, while it has another value, its default. A switch named `enabled` controls the
 * other settings of its table: they are shown only while it is on.
 */
export function SettingFields<Rows extends Readonly<Record<string, ShownRow>>>({
  rows,
  values,
  managed,
  onChange,
}: SettingFieldsProps<Rows>) {
  const isOff = 'enabled' in values && values.enabled === false;
  return Object.entries(rows).map(([name, row]) => {
    const value: unknown = values[name];
    const change = (next: unknown) => onChange({ [name]: next } as Partial<ValuesOf<Rows>>);
    if (row.kind !== 'group') {
      if (isOff && name !== 'enabled') return null;
      return (
        <ManagedFields key={name} isManaged={name in managed}>
          <SettingField row={row} value={value} onChange={change} />
        </ManagedFields>
      );
    }
    const group = Object(value);
    return (
      <SettingFields
        key={name}
        rows={row.fields}
        values={group}
        managed={{}}
        onChange={(changed) => change({ ...group, ...changed })}
      />
    );
  });
}

interface SettingFieldProps {
  row: ShownValueRow;
  value: unknown;
  onChange(value: unknown): void;
}

function SettingField({ row, value, onChange }: SettingFieldProps) {
  if (row.kind === 'integer') return <NumberWithin row={row} value={Number(value)} onChange={onChange} />;
  return (
    <SwitchField
      label={row.label}
      sentence={t(row.effect)}
      isOn={value === true}
      defaultIsOn={row.default}
      onChange={onChange}
    />
  );
}

interface NumberWithinProps {
  row: Extract<ShownValueRow, { kind: 'integer' }>;
  value: number;
  onChange(value: number): void;
}

/**
 * A field for a whole number. Enter and leaving the field apply the number. A number that is out of bounds isn't applied; the field shows
 * the bounds instead.
 */
function NumberWithin({ row, value, onChange }: NumberWithinProps) {
  const { min, max, effect, default: defaultValue } = row;
  const label = t(row.label);
  const [entered, setEntered] = useState<string | null>(null);
  const text = entered ?? String(value);
  const isWithin = /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const choose = (chosen: number) => {
    setEntered(null);
    if (chosen !== value) onChange(chosen);
  };
  const apply = () => {
    if (entered !== null && isWithin) choose(Number(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
  };
  const shownBounds = { min: formatUngrouped(min), max: formatUngrouped(max) };
  return (
    <FieldFrame
      label={label}
      note={effect && t(effect)}
      problems={isWithin ? [] : [t('chatSettings.number.outOfBounds', shownBounds)]}
      control={(names) => (
        <input
          {...names}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setEntered(target.value.trim())}
          onBlur={apply}
          onKeyDown={onKeyDown}
        />
      )}
    >
      <DefaultNote
        name={label}
        text={formatNumber(defaultValue)}
        isDefault={entered === null && value === defaultValue}
        onReset={() => choose(defaultValue)}
      />
    </FieldFrame>
  );
}
