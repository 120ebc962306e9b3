/** A part of a list, and where it is in the list. */
export interface ListPage<Entry> {
  entries: Entry[];
  /** The end of a sentence that counts the list: the part that this is, or nothing if it is all. */
  range: string;
  place: { total: number; offset: number; next_offset: number | null };
}

/** The entries of a list from `offset` on, at most `limit`. */
export function pageOfList<Entry>(
  list: readonly Entry[],
  { offset, limit }: { offset: number; limit: number },
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
