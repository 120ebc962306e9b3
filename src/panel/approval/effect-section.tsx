import { Minus, Plus, TriangleAlert } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { EffectList, EffectName } from '@/src/schema/dry-run';
import { LongList } from './long-list';

/** The names that a change affects, below a heading with icon, title and count. */
export function EffectSection({ effect }: { effect: EffectList }) {
  const { kind, title, names, total } = effect;
  return (
    <section className="effect" data-kind={kind} aria-label={title}>
      <h3>
        <EffectIcon kind={kind} />
        <span>{title}</span>
        <span className="effect-total">{formatNumber(total)}</span>
      </h3>
      <LongList
        label={title}
        className="effect-names"
        entries={names}
        total={total}
        keyOf={({ name }, index) => `${index} ${name}`}
      >
        {(name) => <Name name={name} />}
      </LongList>
    </section>
  );
}

function Name({ name: { name, detail } }: { name: EffectName }) {
  return (
    <>
      <span className="mono">
        <ForeignText text={name} />
      </span>
      {detail !== null && (
        <span className="secondary">
          {' '}
          <ForeignText text={detail} />
        </span>
      )}
    </>
  );
}

function EffectIcon({ kind }: { kind: EffectList['kind'] }) {
  switch (kind) {
    case 'loss':
      return <Minus className="icon" aria-hidden="true" />;
    case 'gain':
      return <Plus className="icon" aria-hidden="true" />;
    case 'warning':
      return <TriangleAlert className="icon" aria-hidden="true" />;
    default:
      return assertNever(kind);
  }
}
