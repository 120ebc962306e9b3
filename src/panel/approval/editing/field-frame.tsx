import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What ties a control to its words. */
export interface ControlNames {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps {
  label: string;
  isOptional: boolean;
  /** What the schema says of it; null if nothing. */
  hint: string | null;
  /** What is wrong with it. */
  problems: readonly string[];
  children(names: ControlNames): ReactNode;
}

/** A field's name above its control, and below it what to know of it and what is wrong with it. */
export function FieldFrame({ label, isOptional, hint, problems, children }: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;
  const describedBy = [hint === null ? [] : hintId, problems.length === 0 ? [] : problemId].flat().join(' ');
  return (
    <div className="approval-field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="meta"> · optional</span>}
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

/** What is wrong, one a line; nothing if nothing is. */
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
