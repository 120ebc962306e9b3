import { emptyHead } from '@/src/core/audit/audit-chain';
import { changesPage } from '@/src/core/records/tool-effect';
import type { AuditEntry } from '@/src/schema/audit';
import type { ToolMessage } from '@/src/schema/message';
import { verifyChain } from '../../fakes/verify-chain';
import { resultOf } from './chat-tables';
import type { ChatWorld } from './chat-world';
import { stateHashOf } from './true-history';
import type { World } from './world';

/** Breaks in the hash chains of the sites' audit journals. */
export function auditChainProblems({ allTables }: World): string[] {
  const entries = allTables.audit.all();
  return [...new Set(entries.map(({ origin }) => origin))].flatMap((origin) => {
    const ofSite = entries.filter((entry) => entry.origin === origin);
    const verdict = verifyChain(ofSite, allTables.auditHeads.get(origin) ?? emptyHead(origin));
    return verdict.kind === 'broken' ? [`the audit breaks at ${verdict.sequence}: ${verdict.why}`] : [];
  });
}

/** True if a result was settled by reading the page again, in place of the page's own answer. */
function isFromReading(message: ToolMessage | undefined): boolean {
  const { message: text, error_code: code = '' } = message?.result ?? { message: '' };
  return (
    ['not_applied', 'partly_applied'].includes(code) || text.includes('reading it again shows the change')
  );
}

/**
 * Problems with a chat's audit: each change that ran needs exactly one row, which agrees with its result and the page.
 */
export function auditProblems({ tables, page, history }: ChatWorld): string[] {
  const problems: string[] = [];
  const entries = tables.audit.all();
  for (const { id, name, effect, state } of tables.executions.all()) {
    const rows = entries.filter(({ executionId }) => executionId === id);
    const isPlanned = resultOf(tables, id)?.planned === true;
    const wanted = state === 'done' && effect !== null && changesPage(effect) && !isPlanned ? 1 : 0;
    if (rows.length !== wanted)
      problems.push(`a call of ${name} has ${rows.length} audit rows, not ${wanted}`);
    for (const row of rows) problems.push(...rowProblems(row, page.hashesOf(id)));
  }
  const rollbacks = tables.messages.all().filter(({ role }) => role === 'rollback').length;
  // A failed rollback is audited only if the page could not be restored.
  const written = entries.filter(
    ({ action, success }) => success && (action === 'rollback' || action === 'undo'),
  ).length;
  if (rollbacks !== written) problems.push(`${rollbacks} rollbacks left ${written} audit rows`);
  return problems;

  function rowProblems(row: AuditEntry, hashes: [string, string] | null): string[] {
    const message = resultOf(tables, row.executionId);
    const question = tables.approvals.all().find(({ messageId }) => messageId === row.messageId);
    const decision = question?.calls.find(({ executionId }) => executionId === row.executionId)?.decision;
    const found: string[] = [];
    if (message?.result.success !== row.success) {
      found.push('an audit row and the result of its call disagree on success');
    }
    if (hashes === null) return found;
    const basis = decision === null || decision === undefined ? 'allowed' : 'approved';
    if (row.decision !== basis)
      found.push(`the audit says that ${row.subject} was ${row.decision}, not ${basis}`);
    if (row.note !== (decision?.note ?? '')) found.push(`the audit leaves out the note on ${row.subject}`);
    if (row.ran === null) found.push(`the audit says that ${row.subject} didn’t run`);
    if (row.errorCode === 'outcome_unknown') return found;
    const [before, after] = hashes;
    if (row.stateHashBefore !== before) found.push(`the audit has another hash before ${row.subject}`);
    if (row.stateHashAfter !== after && !isOfReading(row)) {
      found.push(`the audit has another hash after ${row.subject}`);
    }
    return found;
  }

  /**
   * True if the row's hash is that of a reading after the call. A commit is settled by reading the page again, as is a
   * write whose answer was late or unreadable; others may have changed the page before that.
   */
  function isOfReading({ executionId, stateHashAfter }: AuditEntry): boolean {
    const execution = tables.executions.get(executionId ?? '');
    const isSettledByReading = execution?.effect === 'commit' || isFromReading(resultOf(tables, executionId));
    const ranAt = history.momentOf(executionId ?? '') ?? 0;
    return (
      isSettledByReading &&
      history
        .readings()
        .some((moment) => moment >= ranAt && stateHashOf(history.stateAt(moment)) === stateHashAfter)
    );
  }
}
