import { Hono } from 'hono';
import { detailError } from '../api-errors';
import { readQuery } from '../read-query';
import type { ChatEntry, ChatRecord } from './chat-record';
import { groupBy } from './group-by';
import { failureQuery, fitsTransactionQuery, pageOf, transactionQuery } from './record-query';

/**
 * The lists of chat completions and of failed ones. The playground keeps only counts and times, no texts, so
 * transactions have no files.
 */
export function createRecordRoutes(record: ChatRecord): Hono {
  const routes = new Hono();
  const find = (id: string) => record.entries().find((entry) => entry.id === id) ?? null;
  const notFound = (id: string) =>
    `There is no transaction ${JSON.stringify(id)}. The playground keeps the latest ones only, until it ends.`;

  routes.get('/admin/transactions', (context) => {
    const query = readQuery(context.req, transactionQuery);
    if (!query.ok) return detailError(context, 422, query.problem);
    const entries = record.entries().filter((entry) => fitsTransactionQuery(entry, query.value));
    const { page, page_size } = query.value;
    const transactions = pageOf(entries, query.value).map(toTransaction);
    return context.json({ transactions, total: entries.length, page, page_size });
  });

  routes.get('/admin/transactions/:id', (context) => {
    const id = context.req.param('id');
    const entry = find(id);
    return entry === null ? detailError(context, 404, notFound(id)) : context.json(toDetail(entry));
  });

  routes.get('/admin/transactions/:id/files/:file{.+}', (context) => {
    const { id, file } = context.req.param();
    const problem =
      find(id) === null ? notFound(id) : `Transaction ${id} has no file ${JSON.stringify(file)}.`;
    return detailError(context, 404, problem);
  });

  routes.get('/admin/failures', (context) => {
    const query = readQuery(context.req, failureQuery);
    if (!query.ok) return detailError(context, 422, query.problem);
    const { page, page_size, provider, error_type } = query.value;
    const failures = record
      .entries()
      .flatMap(toFailure)
      .filter((failure) => provider === undefined || failure.provider === provider)
      .filter((failure) => error_type === undefined || failure.error_type === error_type);
    const types = countBy(failures.map((failure) => failure.error_type));
    return context.json({
      failures: pageOf(failures, query.value),
      total: failures.length,
      page,
      page_size,
      providers: countBy(failures.map((failure) => failure.provider)),
      error_types: types.map(({ name, count }) => ({ type: name, count })),
    });
  });

  return routes;
}

function toTransaction(entry: ChatEntry) {
  return {
    ...headOf(entry),
    tokens_in: entry.tokens?.prompt ?? 0,
    tokens_out: entry.tokens?.completion ?? 0,
    tokens_cached: entry.tokens?.cached ?? 0,
    reasoning_tokens: entry.tokens?.reasoning ?? 0,
    approx_cost: null,
    prompt_preview: '',
    log_level: 'metadata',
    format: 'oai',
  };
}

function toDetail(entry: ChatEntry) {
  const none = { prompt: 0, completion: 0, total: 0, cached: 0, reasoning: 0 };
  return {
    ...headOf(entry),
    tokens: entry.tokens ?? none,
    approx_cost: null,
    files: [],
    has_provider_logs: false,
  };
}

function headOf({ id, startedAtMs, provider, model, status, durationMs }: ChatEntry) {
  return {
    request_id: id,
    timestamp: new Date(startedAtMs).toISOString(),
    provider,
    model,
    status: String(status),
    duration_ms: durationMs,
  };
}

function toFailure({ startedAtMs, model, provider, failure }: ChatEntry) {
  if (failure === null) return [];
  const error = { error_type: failure.type, error_message: failure.message };
  return [{ timestamp: new Date(startedAtMs).toISOString(), model, provider, ...error, attempt_number: 1 }];
}

/** Number of occurrences of each name, most frequent first. */
function countBy(names: readonly string[]): { name: string; count: number }[] {
  const groups = [...groupBy(names, (name) => name)];
  return groups
    .map(([name, { length: count }]) => ({ name, count }))
    .toSorted((left, right) => right.count - left.count);
}
