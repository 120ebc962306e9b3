import { assertNever } from '@/src/core/assert-never';
import type { StateDifference } from '@/src/core/records/change';
import './differences.css';
import { ForeignText } from '../text/foreign-text';

/** Differences between two states of the page, one a line, each with its sign and its word. */
export function DifferenceList({ differences }: { differences: readonly StateDifference[] }) {
  return (
    <ul className="differences">
      {differences.map(({ kind, text }) => (
        <li key={`${kind} ${text}`} data-kind={kind}>
          <span aria-hidden="true">{sign(kind)}</span>
          <span className="visually-hidden">{kind}: </span>
          <span>
            <ForeignText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function sign(kind: StateDifference['kind']): string {
  switch (kind) {
    case 'added':
      return '+';
    case 'removed':
      return '−';
    case 'modified':
      return '±';
    default:
      return assertNever(kind);
  }
}
