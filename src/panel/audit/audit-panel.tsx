import { useState } from 'react';
import { isUnfiltered } from '@/src/core/audit/audit-filter';
import { i18n } from '@/src/texts/i18n';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { EntryList, Field } from '../log/entry-list';
import { AuditActions } from './audit-actions';
import { AuditFilterFields, filterOf, WHOLE_JOURNAL } from './audit-filter-fields';
import { AuditRow } from './audit-row';
import { shownText } from './audit-text';
import { JournalQuery } from './journal-query';
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
  return (
    <JournalQuery
      // The sites that have a journal, and the chat's site, which may not have one yet.
      read={(journals) => Promise.all([chatId === null ? null : journals.siteOf(chatId), journals.origins()])}
      dependencies={[chatId]}
      loading="audit.sites.loading"
      className="sheet-body"
    >
      {([ofChat, all]) => {
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
      }}
    </JournalQuery>
  );
}

interface SiteJournalProps extends AuditPanelProps {
  origin: string;
  origins: readonly string[];
  onChoose(origin: string): void;
}

function SiteJournal({ origin, origins, chatId, onChoose }: SiteJournalProps) {
  const [view, setView] = useState(WHOLE_JOURNAL);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { error, perform, dismiss } = useCommandError();
  const filter = filterOf(view, chatId);
  const isFiltered = !isUnfiltered(filter);
  return (
    <>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        <section className="log" aria-label={i18n.t('audit.list.label')}>
          {origins.length === 1 ? (
            <p className="secondary audit-site">{origin}</p>
          ) : (
            <Field label="audit.sites.label">
              <select value={origin} onChange={(event) => onChoose(event.target.value)}>
                {origins.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </Field>
          )}
          <AuditFilterFields
            view={view}
            hasChat={chatId !== null}
            onChange={(wanted) => {
              setView(wanted);
              setLimit(PAGE_SIZE);
            }}
          />
          <JournalQuery
            read={(journals) => journals.page(origin, filter, limit)}
            dependencies={[origin, ...Object.values(filter), limit]}
            loading="audit.list.loading"
            className=""
          >
            {({ entries, total, isCut }) => (
              <>
                <EntryList note={shownText(entries.length, total, isCut, isFiltered)}>
                  {entries.map((entry) => (
                    <AuditRow key={entry.id} entry={entry} chatId={chatId} />
                  ))}
                </EntryList>
                {isCut && (
                  <button type="button" onClick={() => setLimit(limit + PAGE_SIZE)}>
                    {i18n.t('audit.list.showMore')}
                  </button>
                )}
              </>
            )}
          </JournalQuery>
        </section>
      </div>
      <footer className="sheet-footer">
        <AuditActions origin={origin} filter={filter} isFiltered={isFiltered} perform={perform} />
      </footer>
    </>
  );
}
