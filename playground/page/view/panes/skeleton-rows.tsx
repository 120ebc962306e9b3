import type { CSSProperties } from 'react';

/** Widths of the placeholder bars, in percent: uneven like names, and constant. */
const WIDTHS = [46, 62, 38, 55, 70, 42, 58, 34, 66, 50, 40, 61];

/** Placeholders of the same height as rows, so that nothing moves when rows are loaded. */
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
