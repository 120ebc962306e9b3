import type { RowMeasures } from '../lists/scroll-to-row';

/** Sizes of the rows of a rule list. */
export const RULE_MEASURES: RowMeasures = { rowHeightPx: 32, headHeightPx: 0 };
