/**
 * The highlight of a row: with the rule under the pointer, with the pinned rule, or because the row itself is
 * pinned.
 */
export type RowMark = 'none' | 'highlighted' | 'pinned' | 'chosen';
