import { type ErrorInfo, StewardError, toErrorInfo } from '@/src/core/errors';
import { i18n } from '@/src/texts/i18n';
import { type Queries, query, useQuery } from '../link/stored-data';

/** Reads the sites’ audit journals. */
export type AuditJournals = Queries['auditJournals'];

/** State of a database query. */
export type QueryState<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; error: ErrorInfo };

/** A live query of the audit journal that reports database errors. It runs again when a dependency changes. */
export function useJournalQuery<Value>(
  read: (journals: AuditJournals) => Promise<Value>,
  dependencies: unknown[],
): QueryState<Value> {
  const found = useQuery(async ({ auditJournals }): Promise<QueryState<Value>> => {
    try {
      return { state: 'ready', value: await orStorageError(() => read(auditJournals)) };
    } catch (error) {
      return { state: 'failed', error: toErrorInfo(error) };
    }
  }, dependencies);
  // The query has not answered yet.
  return found ?? { state: 'loading' };
}

/** Reads from the audit journal. Rejects with `storage` if the database can't be read. */
export function fromJournal<Value>(read: (journals: AuditJournals) => Promise<Value>): Promise<Value> {
  return orStorageError(() => query(({ auditJournals }) => read(auditJournals)));
}

async function orStorageError<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    throw new StewardError('storage', i18n.t('audit.failure.unreadable'), {
      remedy: i18n.t('audit.failure.remedy'),
      details: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
      cause,
    });
  }
}
