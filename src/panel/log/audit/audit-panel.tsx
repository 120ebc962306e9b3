import { useState } from 'react';
import type { ChainVerdict } from '@/src/core/audit/audit-chain';
import { auditFileName, auditLines } from '@/src/core/audit/audit-export';
import { type AuditFilter, isUnfiltered } from '@/src/core/audit/audit-filter';
import { query, useQuery } from '@/src/panel/data/stored-data';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { CANCELLABLE_AFTER_MS, type TaskTools, useTask } from '@/src/panel/kit/progress/use-task';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import { Field } from '../entry-filter';
import { EntryList } from '../entry-list';
import { ExportButtons } from '../export-buttons';
import { AuditFilterFields, filterOf, NO_FILTER } from './audit-filter-fields';
import { AuditRow } from './audit-row';
import { verdictText } from './audit-text';
import { verifyAudit } from './verify-audit';
import './audit.css';

interface AuditPanelProps {
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
}

/** A site's audit: list, verification and export. The panel changes nothing in it. */
export function AuditPanel({ chatId }: AuditPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const sites = useQuery(
    ({ audits }) =>
      // The sites that have an audit, and the chat's site, which may not have one yet.
      Promise.all([chatId === null ? null : audits.siteOf(chatId), audits.origins()]),
    [chatId],
  );
  if (sites === undefined) return null;
  const [ofChat, all] = sites;
  const origin = chosen ?? ofChat ?? all[0];
  if (origin === undefined) return <p className="sheet-body secondary">{t('audit.sites.none')}</p>;
  return (
    <SiteAudit
      key={origin}
      origin={origin}
      origins={[...new Set([origin, ...all])].sort()}
      chatId={chatId}
      onChoose={setChosen}
    />
  );
}

interface SiteAuditProps extends AuditPanelProps {
  origin: string;
  origins: readonly string[];
  onChoose(origin: string): void;
}

function SiteAudit({ origin, origins, chatId, onChoose }: SiteAuditProps) {
  const [view, setView] = useState(NO_FILTER);
  const filter = filterOf(view, chatId);
  const isFiltered = !isUnfiltered(filter);
  return (
    <>
      <div className="sheet-body">
        <CommandErrorCard />
        <EntryList
          label={t('audit.list.label')}
          filter={
            <>
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
              <AuditFilterFields view={view} hasChat={chatId !== null} onChange={setView} />
            </>
          }
          filterValues={[origin, filter]}
          isFiltered={isFiltered}
          empty="audit.list.empty"
          read={({ audits }, limit) => audits.newest(origin, filter, limit)}
        >
          {(entry) => <AuditRow key={entry.id} entry={entry} chatId={chatId} />}
        </EntryList>
      </div>
      <footer className="sheet-footer">
        <Verification origin={origin} />
        <ExportButtons
          exports={[
            { labelKey: 'audit.export.jsonl', make: (nowMs) => jsonlFile(origin, filter, nowMs) },
            { labelKey: 'audit.export.csv', make: (nowMs) => csvFile(origin, filter, nowMs) },
          ]}
        />
        <SecondaryText text={isFiltered ? 'audit.export.explanationFiltered' : 'audit.export.explanation'} />
      </footer>
    </>
  );
}

const matches = (origin: string, filter: AuditFilter) =>
  query(({ audits }) => audits.matches(origin, filter));

async function jsonlFile(origin: string, filter: AuditFilter, nowMs: number) {
  return {
    name: auditFileName(origin, nowMs, 'jsonl'),
    mediaType: 'application/jsonl',
    content: auditLines(await matches(origin, filter)),
  };
}

async function csvFile(origin: string, filter: AuditFilter, nowMs: number) {
  const [{ auditCsv }, entries] = await Promise.all([import('./audit-csv'), matches(origin, filter)]);
  return { name: auditFileName(origin, nowMs, 'csv'), mediaType: 'text/csv', content: auditCsv(entries) };
}

/** Button that verifies a site's whole audit, with the progress and the verdict. */
function Verification({ origin }: { origin: string }) {
  const verifying = useTask();
  const isCancellable = useSlow(verifying.task !== null, CANCELLABLE_AFTER_MS);
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null);
  /** Number of entries verified so far. */
  const [verified, setVerified] = useState(0);
  const verify = async ({ signal }: TaskTools) => {
    setVerdict(null);
    setVerified(0);
    setVerdict(await verifyAudit(origin, { signal, onProgress: setVerified }));
  };
  return (
    <>
      <p role="status" className="audit-verdict" data-kind={verdict?.kind}>
        {verdict !== null && verdictText(verdict)}
        {verdict === null && verifying.task !== null && t('audit.verify.running', { count: verified })}
      </p>
      <div className="button-row">
        <TextButton
          text="audit.verify.action"
          className="primary"
          aria-disabled={verifying.task !== null}
          onClick={() => verifying.run(t('audit.verify.action'), verify)}
        />
        {isCancellable && <TextButton text="common.cancel" onClick={verifying.cancel} />}
      </div>
    </>
  );
}
