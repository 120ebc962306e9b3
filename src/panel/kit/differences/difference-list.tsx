import { assertNever } from '@/src/core/assert-never';
import type { StateDifference } from '@/src/schema/change';
import { i18n } from '@/src/texts/i18n';
import './differences.css';
import { ForeignText } from '../text/foreign-text';
import { KIND_WORDS } from './kind-words';

/** Differences between two page states, one per line, with a sign and a word for screen readers. */
export function DifferenceList({ differences }: { differences: readonly StateDifference[] }) {
  return (
    <ul className="differences">
      {differences.map(({ kind, text }) => (
        <li key={`${kind} ${text}`} data-kind={kind}>
          <span aria-hidden="true">{sign(kind)}</span>
          <span className="visually-hidden">{i18n.t(KIND_WORDS[kind])} </span>
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
