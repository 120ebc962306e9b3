import type { StateDifference } from '@/src/core/records/change';

const SIGNS = { added: '+', removed: '−', modified: '±' } as const satisfies Record<
  StateDifference['kind'],
  string
>;

/** Whether something comes, goes or changes: a sign to see, a word to hear. */
export function KindSign({ kind }: Pick<StateDifference, 'kind'>) {
  return (
    <span className="kind-sign">
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <span className="visually-hidden">{kind}: </span>
    </span>
  );
}
