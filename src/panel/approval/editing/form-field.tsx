import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { formOf, type InputSchema, partOf } from '@/src/core/tools/input-schema';
import { ProblemList } from '@/src/panel/kit/fields/field-frame';
import { IconButton } from '@/src/panel/kit/icon-button';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ArgumentProblem } from '@/src/schema/approval';
import { type Said, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { blankState, type FormState, isRequired, withBlankEntry } from './form-state';
import { LeafField } from './leaf-field';
import { type Path, readForm } from './read-form';

interface FormFieldProps {
  schema: InputSchema;
  state: FormState;
  path: Path;
  label: string;
  isOptional: boolean;
  /** Validation problems of all arguments of the call. */
  problems: readonly ArgumentProblem[];
  onChange(state: FormState): void;
}

type Kind<Name extends FormState['kind']> = Omit<FormFieldProps, 'state'> & {
  state: Extract<FormState, { kind: Name }>;
};

/** The fields for one value in a call's arguments, with the values in it. */
export function FormField(props: FormFieldProps) {
  const { state, schema, path, label, isOptional, problems, onChange } = props;
  if (state.kind === 'list') return <ListField {...props} state={state} />;
  if (state.kind === 'object') return <ObjectField {...props} state={state} />;

  const isUnset = state.kind === 'unset';
  const shown = isUnset ? blankState(schema) : state;
  const texts = problemTexts(problems, path, true);
  // An unset list isn't the same as an empty one, so a button sets it.
  const isLeaf =
    shown.kind === 'text' || shown.kind === 'number' || shown.kind === 'boolean' || shown.kind === 'choice';
  if (shown.kind === 'unset' || shown.kind === 'list' || shown.kind === 'object' || (isUnset && !isLeaf)) {
    return (
      <div className="approval-field">
        <span>
          {label}
          <span className="meta"> · {t('approval.field.notSet')}</span>
        </span>
        <span>
          <TextButton
            text="approval.field.set"
            aria-label={t('approval.field.setNamed', { field: label })}
            onClick={() => onChange(blankState(schema))}
          />
        </span>
        <ProblemList problems={texts} />
      </div>
    );
  }
  return (
    <>
      <LeafField {...props} state={shown} isUnset={isUnset} problems={texts} />
      {isOptional && !isLeaf && <UnsetButton label={label} onChange={onChange} />}
    </>
  );
}

function ObjectField({ state, schema, path, label, isOptional, problems, onChange }: Kind<'object'>) {
  const form = formOf(schema, readForm(state).value);
  const texts = problemTexts(problems, path, false);
  const fields = state.members.map((member) => (
    <FormField
      key={member.name}
      schema={partOf(form, member.name)}
      state={member.state}
      path={[...path, member.name]}
      label={fieldLabel(member.name)}
      isOptional={!isRequired(form, member.name)}
      problems={problems}
      onChange={(changed) =>
        onChange({
          kind: 'object',
          members: state.members.map((each) => (each === member ? { ...each, state: changed } : each)),
        })
      }
    />
  ));
  // The top level has no frame.
  if (path.length === 0) {
    return (
      <>
        <ProblemList problems={texts} />
        {fields}
      </>
    );
  }
  return (
    <fieldset className="approval-group">
      <legend>{label}</legend>
      <ProblemList problems={texts} />
      {fields}
      {isOptional && <UnsetButton label={label} onChange={onChange} />}
    </fieldset>
  );
}

function ListField({ state, schema, path, label, isOptional, problems, onChange }: Kind<'list'>) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { entries } = state;
  const form = formOf(schema, readForm(state).value);
  const texts = problemTexts(problems, path, false);
  const remove = (key: number) => {
    onChange({ kind: 'list', entries: entries.filter((entry) => entry.key !== key) });
    // The pressed button is removed. The focus must stay in the card, whose shortcuts need it.
    addButton.current?.focus();
  };
  return (
    <fieldset className="approval-group">
      <legend>{label}</legend>
      {form.description !== undefined && (
        <p className="meta" lang="en">
          {form.description}
        </p>
      )}
      <ProblemList problems={texts} />
      {entries.map(({ key, state: entry }, index) => (
        <div className="approval-entry" key={key}>
          <FormField
            schema={partOf(form, index)}
            state={entry}
            path={[...path, index]}
            label={t('approval.field.entryOf', {
              field: label,
              position: index + 1,
              total: entries.length,
            })}
            isOptional={false}
            problems={problems}
            onChange={(changed) =>
              onChange({
                kind: 'list',
                entries: entries.map((each) => (each.key === key ? { key, state: changed } : each)),
              })
            }
          />
          <IconButton
            icon={X}
            label={t('approval.field.remove', { field: label, position: index + 1 })}
            onClick={() => remove(key)}
          />
        </div>
      ))}
      <div className="button-row">
        <TextButton
          ref={addButton}
          icon={Plus}
          text="approval.field.add"
          aria-label={t('approval.field.addTo', { field: label })}
          onClick={() => onChange({ kind: 'list', entries: withBlankEntry(form, entries) })}
        />
        {isOptional && <UnsetButton label={label} onChange={onChange} />}
      </div>
    </fieldset>
  );
}

function UnsetButton({ label, onChange }: Pick<FormFieldProps, 'label' | 'onChange'>) {
  return (
    <span>
      <TextButton
        text="approval.field.leaveOut"
        className="quiet"
        aria-label={t('approval.field.leaveOutNamed', { field: label })}
        onClick={() => onChange({ kind: 'unset' })}
      />
    </span>
  );
}

/** A label derived from a member's name: `rule_sets` and `ruleSets` become "Rule sets". */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function problemTexts(problems: readonly ArgumentProblem[], path: Path, isWhole: boolean): string[] {
  return problemsAt(problems, path, isWhole).map((problem) => problemText(problem, path.length));
}

/** The problems at exactly this path. With `isWhole`, also those below it: the field then holds the whole value. */
export function problemsAt(
  problems: readonly ArgumentProblem[],
  path: Path,
  isWhole: boolean,
): ArgumentProblem[] {
  return problems.filter(
    (problem) =>
      (isWhole ? problem.path.length >= path.length : problem.path.length === path.length) &&
      path.every((step, index) => problem.path[index] === step),
  );
}

/** Text of a problem, for the field whose path has `depth` steps. If the problem is deeper, the text names the further steps first. */
export function problemText({ path, message }: ArgumentProblem, depth: number): string {
  const said = path.slice(depth).reduceRight<Said>((text, step) => {
    const label = typeof step === 'number' ? say('approval.field.entry', { position: step + 1 }) : step;
    return say('common.labelled', { label, text });
  }, message);
  return wordsOf(said);
}
