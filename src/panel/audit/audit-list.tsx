import { useId } from 'react';
import type { AuditPage } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';
import { AuditRow } from './audit-row';
import { shownText } from './audit-text';
import type { QueryState } from './use-journal-query';

interface AuditListProps {
  page: QueryState<AuditPage>;
  isFiltered: boolean;
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
  onShowMore(): void;
  onRetry(): void;
}

/** A site's journal, newest first. */
export function AuditList({ page, isFiltered, chatId, onShowMore, onRetry }: AuditListProps) {
  const noteId = useId();
  if (page.state === 'loading') return <p className="secondary">{i18n.t('audit.list.loading')}</p>;
  if (page.state === 'failed') {
    return (
      <ErrorCard error={page.error}>
        <button type="button" className="primary" onClick={onRetry}>
          {i18n.t('common.tryAgain')}
        </button>
      </ErrorCard>
    );
  }
  const { entries, total, isCut } = page.value;
  return (
    <>
      <p id={noteId} className="secondary">
        {shownText(entries.length, total, isCut, isFiltered)}
      </p>
      <ol className="log-rows" aria-describedby={noteId}>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} chatId={chatId} />
        ))}
      </ol>
      {isCut && (
        <button type="button" onClick={onShowMore}>
          {i18n.t('audit.list.showMore')}
        </button>
      )}
    </>
  );
}
