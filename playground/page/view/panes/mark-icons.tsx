import { EyeOff, ShieldCheck } from 'lucide-react';

/** The icons used in rows. */
export type MarkIconName = 'hidden' | 'kept';

/**
 * The icons' shapes, defined once and referenced by all rows: rendering them per row would dominate the cost
 * of scrolling.
 */
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

/** A reference to one of the icons. */
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
