import type { StateDifference } from '@/src/schema/change';
import { NameText } from '../page-names/name-text';
import { KindSign } from './kind-sign';

/** Differences between two page states, one per line, with a sign and a word for screen readers. */
export function DifferenceList({ differences }: { differences: readonly StateDifference[] }) {
  return (
    <ul className="differences">
      {differences.map(({ kind, text }) => (
        <li key={`${kind} ${text}`} data-kind={kind}>
          <KindSign kind={kind} />
          <span>
            <NameText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
