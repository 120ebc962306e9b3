import { type ReactNode, useState } from 'react';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import { type Queries, query, useQuery } from '@/src/panel/data/stored-data';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import type { ErrorInfo } from '@/src/schema/error-info';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

/** Reads the sites’ audit journals. */
export type AuditJournals = Queries['auditJournals'];

type Found<Value> = { value: Value } | { error: ErrorInfo };

/** A live query of the audit journal, again when a dependency changes; null while loading. Database errors are results. */
export function useJournalQuery<Value>(
  read: (journals: AuditJournals) => Promise<Value>,
  dependencies: unknown[],
): Found<Value> | null {
  const found = useQuery(async ({ auditJournals }): Promise<Found<Value>> => {
    try {
      return { value: await orStorageError(() => read(auditJournals)) };
    } catch (error) {
      return { error: toErrorInfo(error) };
    }
  }, dependencies);
  return found ?? null;
}

interface JournalQueryProps<Value> {
  read(journals: AuditJournals): Promise<Value>;
  dependencies: unknown[];
  loading: TextKey;
  /** Class of what is shown instead of a result. */
  className: string;
  children(value: Value): ReactNode;
}

/** The result of a query of the audit journal; an error can be tried again. */
export function JournalQuery<Value>(props: JournalQueryProps<Value>) {
  const [attempt, setAttempt] = useState(0);
  const found = useJournalQuery(props.read, [...props.dependencies, attempt]);
  if (found === null) return <p className={`${props.className} secondary`}>{i18n.t(props.loading)}</p>;
  if ('value' in found) return props.children(found.value);
  return (
    <div className={props.className}>
      <ErrorCard error={found.error}>
        <button type="button" className="primary" onClick={() => setAttempt(attempt + 1)}>
          {i18n.t('common.tryAgain')}
        </button>
      </ErrorCard>
    </div>
  );
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
