import { useLiveQuery } from 'dexie-react-hooks';
import { type ErrorInfo, StewardError, toErrorInfo } from '@/src/core/errors';

/** What a query of the database came to so far. */
export type QueryState<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; error: ErrorInfo };

/** A live query of the audit journal, which says so when the database refuses. Asked anew when a dependency changes. */
export function useJournalQuery<Value>(
  read: () => Promise<Value>,
  dependencies: unknown[],
): QueryState<Value> {
  const found = useLiveQuery(async (): Promise<QueryState<Value>> => {
    try {
      return { state: 'ready', value: await fromJournal(read) };
    } catch (error) {
      return { state: 'failed', error: toErrorInfo(error) };
    }
  }, dependencies);
  return found ?? { state: 'loading' };
}

/** Reads from the audit journal. Rejects with `storage` if the database doesn't hand it out. */
export async function fromJournal<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    throw new StewardError('storage', 'The audit journal can’t be read from Steward’s database.', {
      remedy: 'Try again; if it stays so, restart the browser.',
      details: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
      cause,
    });
  }
}
