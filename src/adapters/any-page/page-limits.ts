/** Limits of one reading. */
export const PAGE_LIMITS = {
  /** Number of elements that are visited. */
  elements: 50_000,
  /** Levels of nested elements. */
  depth: 400,
  /** UTF-16 units of all texts. */
  characters: 400_000,
  sections: 300,
  /** Rows of one table. */
  rows: 2_000,
  /** Cells of one row. */
  cells: 60,
  /** UTF-16 units of one line, cell, label or value. */
  text: 1_000,
} as const;
