import type { CSSProperties } from 'react';

/** Widths of the grey bars, in percent: uneven like names, and the same each time. */
const WIDTHS = [46, 62, 38, 55, 70, 42, 58, 34, 66, 50, 40, 61];

/** Where rows will be, while they are on their way: of their height, so that nothing moves when they come. */
export function SkeletonRows() {
  return (
    <div className="skeleton-rows" aria-hidden>
      {WIDTHS.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change.
        <div key={row} className="skeleton-row" style={{ '--width': `${width}%` } as CSSProperties} />
      ))}
    </div>
  );
}
