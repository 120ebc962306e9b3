import { useState } from 'react';
import type { ChainVerdict } from '@/src/core/audit/audit-chain';
import { auditFileName, auditLines } from '@/src/core/audit/audit-export';
import { type AuditFilter, isUnfiltered } from '@/src/core/audit/audit-filter';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { TaskButton } from '@/src/panel/kit/progress/task-button';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { CANCELLABLE_AFTER_MS, type TaskTools, useTask } from '@/src/panel/kit/progress/use-task';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';
import { EntryList, Field } from '../entry-list';
import { AuditFilterFields, filterOf, WHOLE_JOURNAL } from './audit-filter-fields';
import { AuditRow } from './audit-row';
import { shownText, verdictText } from './audit-text';
import { fromJournal, JournalQuery } from './journal-query';
import { verifyJournal } from './verify-journal';
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
  const { error, dismiss } = useCommands();
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
            <Field labelKey="audit.sites.label">
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
        <AuditActions origin={origin} filter={filter} isFiltered={isFiltered} />
      </footer>
    </>
  );
}

interface AuditActionsProps {
  origin: string;
  /** The filter of the list and of exports. */
  filter: AuditFilter;
  isFiltered: boolean;
}

/** Verifies a site's whole journal, and exports the filtered entries. */
function AuditActions({ origin, filter, isFiltered }: AuditActionsProps) {
  const verifying = useTask();
  const isCancellable = useSlow(verifying.task !== null, CANCELLABLE_AFTER_MS);
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null);
  /** Entries verified so far. */
  const [verified, setVerified] = useState(0);
  const exports = useTask();
  const verify = async ({ signal }: TaskTools) => {
    setVerdict(null);
    setVerified(0);
    setVerdict(await verifyJournal(origin, { signal, onProgress: setVerified }));
  };
  return (
    <>
      <p role="status" className="audit-verdict" data-kind={verdict?.kind}>
        {verdict !== null && verdictText(verdict)}
        {verdict === null &&
          verifying.task !== null &&
          i18n.t('audit.verify.running', verified, [formatNumber(verified)])}
      </p>
      <div className="button-row">
        <button
          type="button"
          className="primary"
          aria-disabled={verifying.task !== null}
          onClick={() => verifying.run(i18n.t('audit.verify.action'), verify)}
        >
          {i18n.t('audit.verify.action')}
        </button>
        {isCancellable && (
          <button type="button" onClick={verifying.cancel}>
            {i18n.t('common.cancel')}
          </button>
        )}
        <TaskButton
          tasks={exports}
          labelKey="audit.export.jsonl"
          running="audit.export.running"
          work={async ({ signal }) => {
            const entries = await fromJournal((journals) => journals.matches(origin, filter));
            signal.throwIfAborted();
            saveFile(auditFileName(origin, Date.now(), 'jsonl'), 'application/jsonl', auditLines(entries));
          }}
        />
        <TaskButton
          tasks={exports}
          labelKey="audit.export.csv"
          running="audit.export.running"
          work={async ({ signal }) => {
            const [{ auditCsv }, entries] = await Promise.all([
              import('./audit-csv'),
              fromJournal((journals) => journals.matches(origin, filter)),
            ]);
            signal.throwIfAborted();
            saveFile(auditFileName(origin, Date.now(), 'csv'), 'text/csv', auditCsv(entries));
          }}
        />
      </div>
      <TaskNote task={exports.task} onCancel={exports.cancel} />
      <p className="secondary">
        {i18n.t(isFiltered ? 'audit.export.explanationFiltered' : 'audit.export.explanation')}
      </p>
    </>
  );
}
