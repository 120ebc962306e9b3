import type { RowMeasures } from '../lists/scroll-to-row';

/** Sizes of the panes' rows and their sticky heads. */
export const PANE_MEASURES: RowMeasures = { rowHeightPx: 28, headHeightPx: 32 };
