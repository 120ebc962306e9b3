/** How a row stands out: hovered with its rule, held with its rule, or itself what the user pinned. */
export type RowMark = 'none' | 'highlighted' | 'pinned' | 'chosen';
