import { useState } from 'react';
import type { ChainVerdict } from '@/src/core/audit/audit-chain';
import { auditFileName, auditLines } from '@/src/core/audit/audit-export';
import type { AuditFilter } from '@/src/core/audit/audit-filter';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { saveFile } from '../progress/save-file';
import { TaskButton } from '../progress/task-button';
import { TaskNote } from '../progress/task-note';
import { type TaskTools, useTask } from '../progress/use-task';
import { formatNumber } from '../text/format-number';
import { verdictText } from './audit-text';
import { fromJournal } from './journal-query';
import { verifyJournal } from './verify-journal';

interface AuditActionsProps {
  origin: string;
  /** The filter of the list and of exports. */
  filter: AuditFilter;
  isFiltered: boolean;
  perform: Perform;
}

/** Verifies a site's whole journal, and exports the filtered entries. */
export function AuditActions({ origin, filter, isFiltered, perform }: AuditActionsProps) {
  const verifying = useTask(perform);
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null);
  /** Entries verified so far. */
  const [verified, setVerified] = useState(0);
  const exports = useTask(perform);
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
        {verifying.task?.stage === 'cancellable' && (
          <button type="button" onClick={verifying.cancel}>
            {i18n.t('common.cancel')}
          </button>
        )}
        <TaskButton
          tasks={exports}
          label="audit.export.jsonl"
          running="audit.export.running"
          work={async ({ signal }) => {
            const entries = await fromJournal((journals) => journals.matches(origin, filter));
            signal.throwIfAborted();
            saveFile(auditFileName(origin, Date.now(), 'jsonl'), 'application/jsonl', auditLines(entries));
          }}
        />
        <TaskButton
          tasks={exports}
          label="audit.export.csv"
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
