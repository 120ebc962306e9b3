import { DEFAULT_PAGE_LENGTH } from '../model-filter/tools/input-parts';

/** A part of a list, and its position in the list. */
export interface ListPage<Entry> {
  entries: Entry[];
  /** The end of a sentence that counts the list: which part this is; empty if it is all of it. */
  range: string;
  place: { total: number; offset: number; next_offset: number | null };
}

/** The entries of a list from `offset` on, at most `limit`; by default the first {@link DEFAULT_PAGE_LENGTH}. */
export function pageOfList<Entry>(
  list: readonly Entry[],
  { offset = 0, limit = DEFAULT_PAGE_LENGTH }: { offset?: number | undefined; limit?: number | undefined },
): ListPage<Entry> {
  const total = list.length;
  const entries = list.slice(offset, offset + limit);
  const end = offset + entries.length;
  return {
    entries,
    range: rangeOf({ offset, end, total }),
    place: { total, offset, next_offset: entries.length > 0 && end < total ? end : null },
  };
}

function rangeOf({ offset, end, total }: { offset: number; end: number; total: number }): string {
  if (end - offset === total) return '';
  return end === offset ? '; none from there on' : `; ${offset + 1} to ${end} here`;
}
