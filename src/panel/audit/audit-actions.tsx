import { auditFileName, auditLines } from '@/src/core/audit/audit-export';
import type { AuditFilter } from '@/src/core/audit/audit-filter';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { saveFile } from '../log/save-file';
import { TaskNote } from '../progress/task-note';
import { useSlow } from '../progress/use-slow';
import { CANCELLABLE_AFTER_MS, type TaskTools, useTask } from '../progress/use-task';
import { formatNumber } from '../text/format-number';
import { verdictText } from './audit-text';
import { fromJournal } from './use-journal-query';
import { useVerification } from './use-verification';

interface AuditActionsProps {
  origin: string;
  /** The filter of the list and of exports. */
  filter: AuditFilter;
  isFiltered: boolean;
  perform: Perform;
}

/** Verifies a site's whole journal, and exports the filtered entries. */
export function AuditActions({ origin, filter, isFiltered, perform }: AuditActionsProps) {
  const { verification, verify, cancel } = useVerification(origin, perform);
  const canCancel = useSlow(verification.state === 'running', CANCELLABLE_AFTER_MS);
  const exported = useTask(perform);
  return (
    <>
      <p
        role="status"
        className="audit-verdict"
        data-kind={verification.state === 'done' ? verification.verdict.kind : verification.state}
      >
        {verification.state === 'done' && verdictText(verification.verdict)}
        {verification.state === 'running' &&
          i18n.t('audit.verify.running', verification.verified, [formatNumber(verification.verified)])}
      </p>
      <div className="button-row">
        <button
          type="button"
          className="primary"
          aria-disabled={verification.state === 'running'}
          onClick={verify}
        >
          {i18n.t('audit.verify.action')}
        </button>
        {canCancel && (
          <button type="button" onClick={cancel}>
            {i18n.t('common.cancel')}
          </button>
        )}
        <button
          type="button"
          // Not disabled: the focus would be lost. The task that runs keeps others from starting.
          aria-disabled={exported.task !== null}
          onClick={() =>
            exported.run(i18n.t('audit.export.running'), (tools) => exportLines(origin, filter, tools))
          }
        >
          {i18n.t('audit.export.jsonl')}
        </button>
        <button
          type="button"
          aria-disabled={exported.task !== null}
          onClick={() =>
            exported.run(i18n.t('audit.export.running'), (tools) => exportTable(origin, filter, tools))
          }
        >
          {i18n.t('audit.export.csv')}
        </button>
      </div>
      <TaskNote task={exported.task} onCancel={exported.cancel} />
      <p className="secondary">
        {i18n.t(isFiltered ? 'audit.export.explanationFiltered' : 'audit.export.explanation')}
      </p>
    </>
  );
}

async function exportLines(origin: string, filter: AuditFilter, { signal }: TaskTools): Promise<void> {
  const entries = await fromJournal((journals) => journals.matches(origin, filter));
  signal.throwIfAborted();
  saveFile(auditFileName(origin, Date.now(), 'jsonl'), 'application/jsonl', auditLines(entries));
}

async function exportTable(origin: string, filter: AuditFilter, { signal }: TaskTools): Promise<void> {
  const [{ auditCsv }, entries] = await Promise.all([
    import('./audit-csv'),
    fromJournal((journals) => journals.matches(origin, filter)),
  ]);
  signal.throwIfAborted();
  saveFile(auditFileName(origin, Date.now(), 'csv'), 'text/csv', auditCsv(entries));
}
