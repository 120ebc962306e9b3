import type { RowMeasures } from '../lists/scroll-to-row';

/** The panes' rows, and the heads that stay above them. */
export const PANE_MEASURES: RowMeasures = { rowHeightPx: 28, headHeightPx: 32 };
