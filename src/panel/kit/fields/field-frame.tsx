import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import './fields.css';

/** Attributes that associate a control with its label, note and problems. */
export interface ControlNames {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps {
  label: ReactNode;
  className?: string;
  tooltip?: string | undefined;
  /** Rules for the value or its effect. Shown below the control, and read aloud with it. */
  note?: ReactNode;
  /** Reasons why the entered value can't be used; empty if it can. */
  problems: readonly string[];
  /** Shown last, usually a DefaultNote. */
  children?: ReactNode;
  control(names: ControlNames): ReactNode;
}

/** A labelled control with its problems, note and default below. */
export function FieldFrame({
  label,
  className,
  tooltip,
  note,
  problems,
  children,
  control,
}: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const problemId = `${id}-problem`;
  const describedBy = [note === undefined ? [] : noteId, problems.length === 0 ? [] : problemId].flat();
  return (
    <div className={`field ${className ?? ''}`}>
      <label htmlFor={id} title={tooltip}>
        {label}
      </label>
      {control({
        id,
        'aria-invalid': problems.length > 0,
        'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
      })}
      <div role="alert">
        <ProblemList id={problemId} problems={problems} />
      </div>
      {note !== undefined && (
        <div id={noteId} className="secondary">
          {note}
        </div>
      )}
      {children}
    </div>
  );
}

/** Problems, one per line. Renders nothing if there are none. */
export function ProblemList({ id, problems }: { id?: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="field-problems" id={id}>
      {problems.map((problem) => (
        <li key={problem}>
          <TriangleAlert className="icon" />
          <span>{problem}</span>
        </li>
      ))}
    </ul>
  );
}
