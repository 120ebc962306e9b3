import { KIND_WORDS } from './kind-words';
import './differences.css';
import type { StateDifference } from '@/src/schema/change';
import { i18n } from '@/src/texts/i18n';

const SIGNS = { added: '+', removed: '−', modified: '±' } as const satisfies Record<
  StateDifference['kind'],
  string
>;

/** The kind of a difference: a visible sign, and the word for screen readers. */
export function KindSign({ kind }: Pick<StateDifference, 'kind'>) {
  return (
    <span className="kind-sign">
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <span className="visually-hidden">{i18n.t(KIND_WORDS[kind])} </span>
    </span>
  );
}
