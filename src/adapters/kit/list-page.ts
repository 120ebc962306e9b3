import { z } from 'zod';

/** Length of a page of a list: without `limit`, and at most. */
const DEFAULT_PAGE_LENGTH = 100;
export const MAX_PAGE_LENGTH = 200;

/** The fields of a read tool's input that choose a page of its list. */
export function pageFields(maxLength: number) {
  return {
    offset: z.int().min(0).optional().describe('How many to skip; without it none.'),
    limit: z
      .int()
      .min(1)
      .max(maxLength)
      .optional()
      .describe(`At most this many; without it ${DEFAULT_PAGE_LENGTH}.`),
  };
}

/** The values of {@link pageFields}. */
interface ChosenPage {
  offset?: number | undefined;
  limit?: number | undefined;
}

/** A part of a list, and its position in the list. */
export interface ListPage<Entry> {
  entries: Entry[];
  /** The end of a sentence that counts the list: which part this is; empty if it is all of it. */
  range: string;
  place: { total: number; offset: number; next_offset: number | null };
}

/** The entries of a list from `offset` on, at most `limit`. */
export function pageOfList<Entry>(
  list: readonly Entry[],
  { offset = 0, limit = DEFAULT_PAGE_LENGTH }: ChosenPage,
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
