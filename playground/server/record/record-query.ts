import { z } from 'zod';
import type { ChatEntry } from './chat-record';

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'has to be a whole number')
  .transform(Number);
const time = z
  .string()
  .transform((text) => Date.parse(hasZone(text) ? text : `${text}Z`))
  .refine((atMs) => !Number.isNaN(atMs), 'has to be a date or a time like 2026-01-31T12:00:00');

/** A page of a list: pages count from 1 and have at most 100 entries. */
export const pageQuery = z.object({
  page: wholeNumber.refine((page) => page >= 1, 'begins with 1').prefault('1'),
  page_size: wholeNumber.refine((size) => size >= 1 && size <= 100, 'can be 1 to 100').prefault('20'),
});

/** The filters of the list of transactions. Times without a zone are UTC. */
export const transactionQuery = pageQuery.extend({
  provider: z.string().optional(),
  model: z.string().optional(),
  status: z.enum(['success', 'error'], 'can be success or error').optional(),
  search: z.string().optional(),
  date_from: time.optional(),
  date_to: time.optional(),
});

/** The filters of the list of failures. */
export const failureQuery = pageQuery.extend({
  provider: z.string().optional(),
  error_type: z.string().optional(),
});

/** The filters of the list of recent errors. */
export const errorQuery = z.object({
  provider: z.string().optional(),
  model: z.string().optional(),
  limit: wholeNumber.refine((limit) => limit >= 1 && limit <= 1000, 'can be 1 to 1000').prefault('100'),
});

/** True if an entry passes the filters. Models and requests are matched by a part of their id. */
export function fitsTransactionQuery(entry: ChatEntry, query: z.infer<typeof transactionQuery>): boolean {
  const { provider, model, status, search, date_from, date_to } = query;
  if (provider !== undefined && provider !== entry.provider) return false;
  if (model !== undefined && !entry.model.toLowerCase().includes(model.toLowerCase())) return false;
  if (search !== undefined && !entry.id.includes(search.toLowerCase())) return false;
  if (date_from !== undefined && entry.startedAtMs < date_from) return false;
  if (date_to !== undefined && entry.startedAtMs > date_to) return false;
  if (status === undefined) return true;
  return entry.outcome === (status === 'success' ? 'complete' : 'failed');
}

/** The entries of one page; empty after the last page. */
export function pageOf<Entry>(
  entries: readonly Entry[],
  { page, page_size }: z.infer<typeof pageQuery>,
): readonly Entry[] {
  return entries.slice((page - 1) * page_size, page * page_size);
}

/** True if a time has a zone; JavaScript reads a date alone as UTC already. */
function hasZone(text: string): boolean {
  return !text.includes('T') || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
}
