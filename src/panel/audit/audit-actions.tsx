import { auditFileName, auditLines } from '@/src/core/audit/audit-export';
import type { AuditFilter } from '@/src/core/audit/audit-filter';
import type { Perform } from '../errors/use-command-error';
import { saveFile } from '../log/save-file';
import { TaskNote } from '../progress/task-note';
import { useSlow } from '../progress/use-slow';
import { CANCELLABLE_AFTER_MS, type TaskTools, useTask } from '../progress/use-task';
import { countOf } from '../text/count';
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
          `Verifying: ${countOf(verification.verified, 'entry is valid', 'entries are valid')} so far…`}
      </p>
      <div className="button-row">
        <button
          type="button"
          className="primary"
          aria-disabled={verification.state === 'running'}
          onClick={verify}
        >
          Verify
        </button>
        {canCancel && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
        <button
          type="button"
          disabled={exported.task !== null}
          onClick={() => exported.run('Exporting the audit', (tools) => exportLines(origin, filter, tools))}
        >
          Export JSONL
        </button>
        <button
          type="button"
          disabled={exported.task !== null}
          onClick={() => exported.run('Exporting the audit', (tools) => exportTable(origin, filter, tools))}
        >
          Export CSV
        </button>
      </div>
      <TaskNote task={exported.task} onCancel={exported.cancel} />
      <p className="secondary">
        {isFiltered
          ? 'Exports hold every entry that matches. Verify checks the whole journal.'
          : 'Exports hold the whole journal.'}
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
