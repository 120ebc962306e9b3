import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { i18n } from '@/src/texts/i18n';

/** Attributes that associate a control with its label, hint and problems. */
export interface ControlNames {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps {
  label: string;
  isOptional: boolean;
  /** The schema's description; null if it has none. */
  hint: string | null;
  /** Validation messages. */
  problems: readonly string[];
  children(names: ControlNames): ReactNode;
}

/** A labelled control with its problems and hint below. */
export function FieldFrame({ label, isOptional, hint, problems, children }: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;
  const describedBy = [hint === null ? [] : hintId, problems.length === 0 ? [] : problemId].flat().join(' ');
  return (
    <div className="approval-field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="meta"> · {i18n.t('approval.field.optional')}</span>}
      </label>
      {children({
        id,
        'aria-invalid': problems.length > 0,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      <ProblemList id={problemId} problems={problems} />
      {hint !== null && (
        <p className="meta" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Validation messages, one per line; nothing if there are none. */
export function ProblemList({ id, problems }: { id?: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="field-problems" id={id}>
      {problems.map((problem) => (
        <li key={problem}>
          <TriangleAlert className="icon" aria-hidden="true" />
          <span>{problem}</span>
        </li>
      ))}
    </ul>
  );
}
