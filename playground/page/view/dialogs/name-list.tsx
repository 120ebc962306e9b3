import { useState } from 'react';

const FIRST_NAMES = 5;

interface NameListProps {
  /** The heading of the names: "Hides 14 models". */
  label: string;
  names: readonly string[];
  tone: 'hidden' | 'back' | 'removed';
}

/** A count whose names can be expanded: first five, then all. */
export function NameList({ label, names, tone }: NameListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? names : names.slice(0, FIRST_NAMES);
  const more = names.length - shown.length;
  if (names.length === 0) return null;
  return (
    <details className={`name-list ${tone}`}>
      <summary>{label}</summary>
      <ul className="mono">
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          and {more} more
        </button>
      )}
    </details>
  );
}
