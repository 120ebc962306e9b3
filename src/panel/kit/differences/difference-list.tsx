import type { StateDifference } from '@/src/schema/change';
import { NameText } from '../page-names/name-text';

import './differences.css';
import { t, wordsOf } from '@/src/texts/i18n';

export const KIND_SIGNS = { added: '+', removed: '−', modified: '±' } as const satisfies Record<
  StateDifference['kind'],
  string
>;

/** Differences between two states of a page, one per line, with a sign and a word for screen readers. */
export function DifferenceList({ differences }: { differences: readonly StateDifference[] }) {
  return (
    <ul className="differences">
      {differences.map((difference) => (
        <li key={`${difference.kind} ${wordsOf(difference.text)}`} data-kind={difference.kind}>
          <KindSign kind={difference.kind} />
          <DifferenceText {...difference} />
        </li>
      ))}
    </ul>
  );
}

/** The text of a difference, and the names that it only counts, folded. */
export function DifferenceText({ text, more }: StateDifference) {
  return (
    <span>
      <NameText text={text} />
      {more !== undefined && (
        <details>
          <summary className="secondary">{t('approval.list.more', { count: more.length })}</summary>
          {[...new Set(more)].map((name) => (
            <div key={name}>
              <NameText text={name} />
            </div>
          ))}
        </details>
      )}
    </span>
  );
}

/** The kind of a difference: a visible sign, and the word for screen readers. */
export function KindSign({ kind }: Pick<StateDifference, 'kind'>) {
  return (
    <span className="kind-sign">
      <span aria-hidden="true">{KIND_SIGNS[kind]}</span>
      <span className="visually-hidden">{t(`checkpoints.kind.${kind}`)} </span>
    </span>
  );
}
