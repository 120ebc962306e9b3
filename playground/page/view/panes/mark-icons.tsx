import { EyeOff, ShieldCheck } from 'lucide-react';

/** The icons that stand in many rows. */
export type MarkIconName = 'hidden' | 'kept';

/** The icons' shapes, once for all rows: drawn anew in each they would be most of what scrolling costs. */
export function MarkIconShapes() {
  return (
    <svg className="visually-hidden" aria-hidden>
      <symbol id={shapeId('hidden')} viewBox="0 0 24 24">
        <EyeOff />
      </symbol>
      <symbol id={shapeId('kept')} viewBox="0 0 24 24">
        <ShieldCheck />
      </symbol>
    </svg>
  );
}

/** One of them in a row. */
export function MarkIcon({ name }: { name: MarkIconName }) {
  return (
    <svg className="mark-icon" aria-hidden>
      <use href={`#${shapeId(name)}`} />
    </svg>
  );
}

function shapeId(name: MarkIconName): string {
  return `mark-${name}`;
}
