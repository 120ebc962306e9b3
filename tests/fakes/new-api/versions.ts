/**
 * The versions of new-api on which claims about it were seen: commits 15880270 (A, May 2026), bde9b2f44 (B, July 2026) and 823e26304
 * (C, August 2026).
 */
export type NewApiVersion = 'A' | 'B' | 'C';
