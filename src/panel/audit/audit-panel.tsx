import { useState } from 'react';
import { type AuditFilter, isUnfiltered } from '@/src/core/audit/audit-filter';
import { i18n } from '@/src/texts/i18n';
import { DismissibleError } from '../errors/dismissible-error';
import { ErrorCard } from '../errors/error-card';
import { useCommandError } from '../errors/use-command-error';
import { AuditActions } from './audit-actions';
import { AuditFilterFields, type AuditView, WHOLE_JOURNAL } from './audit-filter-fields';
import { AuditList } from './audit-list';
import { periodStart } from './audit-period';
import { type AuditJournals, useJournalQuery } from './use-journal-query';
import './audit.css';

/** Entries shown at first, and added by each "Show more". */
const PAGE_SIZE = 200;

interface AuditPanelProps {
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
}

/** A site's audit journal: list, verification and export. Read-only. */
export function AuditPanel({ chatId }: AuditPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const known = useJournalQuery((journals) => auditSites(journals, chatId), [chatId, attempt]);
  if (known.state === 'loading') {
    return <p className="sheet-body secondary">{i18n.t('audit.sites.loading')}</p>;
  }
  if (known.state === 'failed') {
    return (
      <div className="sheet-body">
        <ErrorCard error={known.error}>
          <button type="button" className="primary" onClick={() => setAttempt(attempt + 1)}>
            {i18n.t('common.tryAgain')}
          </button>
        </ErrorCard>
      </div>
    );
  }
  const { ofChat, all } = known.value;
  const origin = chosen ?? ofChat ?? all[0];
  if (origin === undefined) {
    return <p className="sheet-body secondary">{i18n.t('audit.sites.none')}</p>;
  }
  return (
    <SiteJournal
      key={origin}
      origin={origin}
      origins={[...new Set([origin, ...all])].sort()}
      chatId={chatId}
      onChoose={setChosen}
    />
  );
}

/** The sites that have a journal, and the chat's site, which may not have one yet. */
async function auditSites(
  journals: AuditJournals,
  chatId: string | null,
): Promise<{ ofChat: string | null; all: string[] }> {
  const [ofChat, all] = await Promise.all([
    chatId === null ? null : journals.siteOf(chatId),
    journals.origins(),
  ]);
  return { ofChat, all };
}

interface SiteJournalProps extends AuditPanelProps {
  origin: string;
  origins: readonly string[];
  onChoose(origin: string): void;
}

function SiteJournal({ origin, origins, chatId, onChoose }: SiteJournalProps) {
  const [view, setView] = useState<AuditView>(WHOLE_JOURNAL);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [attempt, setAttempt] = useState(0);
  const { error, perform, dismiss } = useCommandError();
  const filter = filterOf(view, chatId);
  const { text, decision, action, sinceMs, chatId: wantedChat } = filter;
  const page = useJournalQuery(
    (journals) => journals.page(origin, filter, limit),
    [origin, text, decision, action, sinceMs, wantedChat, limit, attempt],
  );
  const isFiltered = !isUnfiltered(filter);
  const change = (wanted: AuditView) => {
    setView(wanted);
    setLimit(PAGE_SIZE);
  };
  return (
    <>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        <section className="log" aria-label={i18n.t('audit.list.label')}>
          {origins.length === 1 ? (
            <p className="secondary audit-site">{origin}</p>
          ) : (
            <label className="log-field">
              <span>{i18n.t('audit.sites.label')}</span>
              <select value={origin} onChange={(event) => onChoose(event.target.value)}>
                {origins.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
          )}
          <AuditFilterFields view={view} hasChat={chatId !== null} onChange={change} />
          <AuditList
            page={page}
            isFiltered={isFiltered}
            chatId={chatId}
            onShowMore={() => setLimit(limit + PAGE_SIZE)}
            onRetry={() => setAttempt(attempt + 1)}
          />
        </section>
      </div>
      <footer className="sheet-footer">
        <AuditActions origin={origin} filter={filter} isFiltered={isFiltered} perform={perform} />
      </footer>
    </>
  );
}

function filterOf(view: AuditView, chatId: string | null): AuditFilter {
  const { text, decision, action, period, isThisChatOnly } = view;
  const sinceMs = periodStart(period, Date.now());
  return { text, decision, action, sinceMs, chatId: isThisChatOnly ? chatId : null };
}
