import { assertNever } from '@/src/core/assert-never';
import { type InputSchema, listedValues } from '@/src/core/tools/input-schema';
import { type ControlNames, FieldFrame } from '@/src/panel/kit/fields/field-frame';
import type { Json } from '@/src/schema/values/json';
import { t } from '@/src/texts/i18n';
import type { FormState } from './form-state';
import { readForm } from './read-form';

/** A form state that a single control can hold. */
type LeafState = Exclude<FormState, { kind: 'list' | 'object' | 'unset' }>;

interface LeafFieldProps {
  schema: InputSchema;
  /** The field's state; if `isUnset`, that of a blank field. */
  state: LeafState;
  isUnset: boolean;
  label: string;
  isOptional: boolean;
  problems: readonly string[];
  onChange(state: FormState): void;
}

/** A field for a single value, a list of texts, or JSON text. Emptying an optional field unsets it. */
export function LeafField(props: LeafFieldProps) {
  const { schema, state, label, isOptional, problems } = props;
  const isBroken = readForm(state).unreadable.length > 0;
  return (
    <FieldFrame
      label={
        <>
          {label}
          {isOptional && <span className="meta"> · {t('approval.field.optional')}</span>}
        </>
      }
      className="approval-field"
      note={schema.description}
      problems={isBroken ? [t('approval.field.invalidJson')] : problems}
      control={(names) => <Control {...props} names={names} />}
    />
  );
}

function Control({
  schema,
  state,
  isUnset,
  isOptional,
  onChange,
  names,
}: LeafFieldProps & { names: ControlNames }) {
  const placeholder = isUnset ? t('approval.field.notSet') : undefined;
  switch (state.kind) {
    case 'text':
    case 'number':
      return (
        <input
          {...names}
          {...(state.kind === 'text' ? { className: 'mono', spellCheck: false } : { inputMode: 'decimal' })}
          type="text"
          value={state.text}
          placeholder={placeholder}
          autoComplete="off"
          onChange={({ target: { value } }) =>
            onChange(isOptional && value === '' ? { kind: 'unset' } : { kind: state.kind, text: value })
          }
        />
      );
    case 'boolean':
      return (
        <ValueSelect
          names={names}
          values={[true, false]}
          chosen={isUnset ? undefined : state.isOn}
          isOptional={isOptional}
          onChoose={(value) =>
            onChange(value === undefined ? { kind: 'unset' } : { kind: 'boolean', isOn: value === true })
          }
        />
      );
    case 'choice':
      return (
        <ValueSelect
          names={names}
          // The schema of a single constant lists no values.
          values={listedValues(schema) ?? [state.value]}
          chosen={isUnset ? undefined : state.value}
          isOptional={isOptional}
          onChoose={(value) => onChange(value === undefined ? { kind: 'unset' } : { kind: 'choice', value })}
        />
      );
    case 'lines':
    case 'raw':
      return (
        <textarea
          {...names}
          {...(state.kind === 'raw'
            ? { rows: 3 }
            : { rows: 2, placeholder: isUnset ? placeholder : t('approval.field.lines') })}
          className="mono"
          value={state.text}
          spellCheck={false}
          onChange={({ target }) => onChange({ kind: state.kind, text: target.value })}
        />
      );
    default:
      return assertNever(state);
  }
}

interface ValueSelectProps {
  names: ControlNames;
  values: readonly Json[];
  /** The chosen value; undefined if none is set. */
  chosen: Json | undefined;
  isOptional: boolean;
  onChoose(value: Json | undefined): void;
}

/** Selects one of the listed values. Options are identified by index, since any JSON may be listed. */
function ValueSelect({ names, values, chosen, isOptional, onChoose }: ValueSelectProps) {
  const index = chosen === undefined ? '' : String(values.indexOf(chosen));
  return (
    <select
      {...names}
      value={index}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : values[Number(target.value)])}
    >
      {isOptional && <option value="">{t('approval.field.notSet')}</option>}
      {values.map((value, position) => (
        <option key={JSON.stringify(value)} value={String(position)}>
          {valueLabel(value)}
        </option>
      ))}
    </select>
  );
}

function valueLabel(value: Json): string {
  if (typeof value === 'boolean') return t(value ? 'approval.field.isTrue' : 'approval.field.isFalse');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
