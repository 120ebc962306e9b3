import type { ValuesOf } from '@/src/schema/values/setting-row';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { NumberWithin } from './number-within';
import { SwitchField } from './switch-field';

type ShownValueRow = { label: TextKey } & (
  | { kind: 'switch'; default: boolean; effect: TextKey }
  | { kind: 'integer'; min: number; max: number; default: number; effect?: TextKey }
);

/** The other fields of a group apply only while its switch `enabled` is on. */
type ShownRow = ShownValueRow | { kind: 'group'; fields: Readonly<Record<string, ShownValueRow>> };

interface SettingFieldsProps<Rows> {
  rows: Rows;
  values: ValuesOf<Rows>;
  /** Called with the new value of one setting; for one of a group, with the whole group. */
  onChange(changed: Partial<ValuesOf<Rows>>): void;
}

/** A field for each row of a table of settings, with its effect and its default. */
export function SettingFields<Rows extends Readonly<Record<string, ShownRow>>>({
  rows,
  values,
  onChange,
}: SettingFieldsProps<Rows>) {
  return Object.entries(rows).map(([name, row]) => {
    const value: unknown = values[name];
    const change = (next: unknown) => onChange({ [name]: next } as Partial<ValuesOf<Rows>>);
    return row.kind === 'group' ? (
      <GroupFields key={name} rows={row.fields} group={Object(value)} onChange={change} />
    ) : (
      <SettingField key={name} row={row} value={value} isDisabled={false} onChange={change} />
    );
  });
}

interface GroupFieldsProps {
  rows: Readonly<Record<string, ShownValueRow>>;
  group: Readonly<Record<string, unknown>>;
  onChange(group: Record<string, unknown>): void;
}

function GroupFields({ rows, group, onChange }: GroupFieldsProps) {
  return Object.entries(rows).map(([name, row]) => (
    <SettingField
      key={name}
      row={row}
      value={group[name]}
      isDisabled={name !== 'enabled' && group.enabled === false}
      onChange={(next) => onChange({ ...group, [name]: next })}
    />
  ));
}

interface SettingFieldProps {
  row: ShownValueRow;
  value: unknown;
  isDisabled: boolean;
  onChange(value: unknown): void;
}

function SettingField({ row, value, isDisabled, onChange }: SettingFieldProps) {
  const label = i18n.t(row.label);
  switch (row.kind) {
    case 'switch':
      return (
        <SwitchField
          label={label}
          sentence={i18n.t(row.effect)}
          isOn={value === true}
          defaultIsOn={row.default}
          onChange={onChange}
        />
      );
    case 'integer':
      return (
        <NumberWithin
          label={label}
          sentence={row.effect && i18n.t(row.effect)}
          value={Number(value)}
          defaultValue={row.default}
          bounds={row}
          isDisabled={isDisabled}
          onChange={onChange}
        />
      );
  }
}
