import type { StateDifference } from '@/src/schema/change';
import { NameText } from '../page-names/name-text';

import './differences.css';
import type { TextKey } from '@/src/schema/values/said';
import { i18n } from '@/src/texts/i18n';

/** The kind of a difference for screen readers, which don't read its sign. */
const KIND_WORDS: Readonly<Record<StateDifference['kind'], TextKey>> = {
  added: 'checkpoints.kind.added',
  removed: 'checkpoints.kind.removed',
  modified: 'checkpoints.kind.modified',
};

/** Texts for a number of differences of one kind, e.g. `3 removed`. */
export const KIND_COUNTS = {
  added: 'checkpoints.kindCount.added',
  removed: 'checkpoints.kindCount.removed',
  modified: 'checkpoints.kindCount.modified',
} as const satisfies Record<StateDifference['kind'], string>;

const KIND_SIGNS = { added: '+', removed: '−', modified: '±' } as const satisfies Record<
  StateDifference['kind'],
  string
>;

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

/** The kind of a difference: a visible sign, and the word for screen readers. */
export function KindSign({ kind }: Pick<StateDifference, 'kind'>) {
  return (
    <span className="kind-sign">
      <span aria-hidden="true">{KIND_SIGNS[kind]}</span>
      <span className="visually-hidden">{i18n.t(KIND_WORDS[kind])} </span>
    </span>
  );
}
