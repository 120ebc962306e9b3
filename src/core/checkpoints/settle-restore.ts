import type { NewAuditEntry } from '@/src/schema/audit';
import type { Change } from '@/src/schema/change';
import { adapterFor } from '../adapter/adapter-of-chat';
import { pageHashesOf, positionIn } from '../adapter/page-hashes';
import { chatAuditEntry } from '../audit/chat-audit-entry';
import { fromErrorInfo, hasCode, isStewardError } from '../errors';
import { settledWrite } from '../page-history/close-write';
import {
  answeredBy,
  NEVER_RECEIVED,
  NO_ANSWER,
  type SettledVerdict,
  settleWrite,
  type WriteAnswer,
} from '../page-history/settle-write';
import type { EndedWrite, HistoryChange } from '../ports/page-history';
import type { RecalledExecution } from '../ports/page-port';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { answerAfter } from './apply-state';
import { actionOf } from './left-changed';
import type { RestoreIntent } from './restore-intent';
import type { RollbackDeps, RollbackJournal } from './rollback-ports';

export interface SettleDeps
  extends Pick<RollbackDeps, 'page' | 'adapters' | 'observer' | 'timer' | 'clock' | 'ids'> {
  journal: Pick<RollbackJournal, 'load' | 'restoreOf' | 'recordRollback' | 'endRestore'>;
}

/**
 * Settles the chat's restore that a restart of the worker, a failure of the storage, or a page that didn't answer left
 * open. If the page doesn't answer now either, the restore stays open. If the page accepted the state, the restore is
 * recorded; if the page is as before, the restore is dropped; otherwise an audit entry says that the outcome is
 * unknown. Call it before the chat's messages change. Rejects with `storage`, and with the signal's reason.
 */
export async function settleRestore(deps: SettleDeps, chatId: string, signal: AbortSignal): Promise<void> {
  const intent = await deps.journal.restoreOf(chatId);
  if (intent === null) return;
  const record = await deps.journal.load(chatId);
  const settled = await outcomeOf(deps, record, intent, signal);
  const { verdict } = settled;
  // A page that doesn't answer leaves the outcome open; a later reading decides it.
  if (verdict === 'uncertain' && isSilent(settled)) return;
  const ends = endsOf(deps, record, intent, settled);
  if (verdict === 'refused') {
    await deps.journal.endRestore(chatId, null, null, ends);
  } else if (verdict !== 'applied') {
    const audit = auditOf(deps, record, intent, settled, OUTCOME_UNKNOWN);
    await deps.journal.endRestore(chatId, audit, null, ends);
  } else if (!(await isRecorded(deps, record, intent, ends))) {
    const audit = auditOf(deps, record, intent, settled, PAGE_ONLY);
    await deps.journal.endRestore(chatId, audit, pageRestored(deps), ends);
  }
}

/** True if the page exists but can't be read. */
function isSilent({ reading, error }: RestoreOutcome): boolean {
  return reading === null && isStewardError(error) && error.code !== 'page-gone';
}

/** Stores the intended entry, if the conversation is unchanged since. Returns true if it was stored. */
async function isRecorded(
  { journal }: SettleDeps,
  { messages }: ChatRecord,
  { entry }: RestoreIntent,
  ends: readonly HistoryChange<EndedWrite>[],
): Promise<boolean> {
  if (entry === null || nextPosition(messages) !== entry.rows[0]?.position) return false;
  try {
    await journal.recordRollback(entry, ends);
    return true;
  } catch (error) {
    // A row that the entry changes was deleted, so a retry would fail as well.
    if (hasCode(error, 'not-found')) return false;
    throw error;
  }
}

interface RestoreOutcome extends SettledVerdict {
  /** True if the document that received the state is gone, and the state with it. */
  isLost: boolean;
}

async function outcomeOf(
  deps: SettleDeps,
  record: ChatRecord,
  intent: RestoreIntent,
  signal: AbortSignal,
): Promise<RestoreOutcome> {
  const { chat } = record;
  try {
    const back = await deps.page.recall(chat, intent.backId, signal);
    // If restoring the previous state was attempted, the page's answer to the change is no longer valid.
    const answer =
      back.kind === 'unknown'
        ? recalledAnswer(await deps.page.recall(chat, intent.executionId, signal))
        : { ...NO_ANSWER, mayArriveLate: back.kind === 'running' };
    const settled = await settleWrite(deps, chat, intent, answer, signal);
    const { reading } = settled;
    const isSame = reading?.source.page === intent.page && reading.source.document === intent.document;
    if (reading === null || isSame) return { ...settled, isLost: false };
    // The write went to an earlier document. If the present one is in the intended state, it got into it in another way.
    const now = pageHashesOf(adapterFor(chat, deps.adapters), reading.context);
    const verdict = positionIn(intent, now) === 'before' ? 'refused' : 'uncertain';
    return { verdict, reading, error: null, isLost: true };
  } catch (error) {
    if (signal.aborted || !isStewardError(error)) throw error;
    return { verdict: 'uncertain', reading: null, error, isLost: false };
  }
}

/** The page's answer to the change, from the content script's entry if there is one. */
function recalledAnswer(recalled: RecalledExecution): WriteAnswer {
  switch (recalled.kind) {
    case 'done':
      return answeredBy(recalled.outcome);
    case 'failed':
      // The page never received the state.
      return answerAfter(fromErrorInfo(recalled.error)) ?? NEVER_RECEIVED;
    default:
      return { ...NO_ANSWER, mayArriveLate: recalled.kind === 'running' };
  }
}

/** The ends of a restore's two writes in the page's history. The second, which restores the previous state, may never have been sent. */
function endsOf(
  { observer }: SettleDeps,
  { chat }: ChatRecord,
  intent: RestoreIntent,
  settled: RestoreOutcome,
): HistoryChange<EndedWrite>[] {
  const { page, executionId, backId } = intent;
  const { verdict, reading, isLost } = settled;
  const unknown = { reading, left: null, wasMade: isLost ? false : null, mayArriveLate: false };
  const left = verdict === 'applied' ? intent.afterContext : null;
  // A page that is as before was never changed, or its state was restored: the history determines which.
  const isBefore = isLost || verdict === 'refused';
  const made = isBefore ? { executionId, ...unknown } : settledWrite(executionId, settled, left);
  // The write that restores the previous state ends first, since it may have reverted the effect of the other write.
  return [{ executionId: backId, ...unknown }, made].map((write) => observer.closing(chat, page, write));
}

const OUTCOME_UNKNOWN = {
  subject: 'The page did not confirm the state, so it is uncertain whether it took it',
  errorCode: 'outcome_unknown',
} as const;
const PAGE_ONLY = {
  subject: 'The page took the state late, and the conversation stays as it is',
  errorCode: 'interrupted',
} as const;

function auditOf(
  { clock, ids }: SettleDeps,
  { chat }: ChatRecord,
  { reason, before, after }: RestoreIntent,
  { reading }: RestoreOutcome,
  outcome: typeof OUTCOME_UNKNOWN | typeof PAGE_ONLY,
): NewAuditEntry {
  const proposed = JSON.stringify({ stateHash: after.stateHash });
  return chatAuditEntry(chat, {
    id: ids.newId(),
    atMs: clock.now(),
    action: actionOf(reason),
    ...outcome,
    proposed,
    decision: 'user',
    ran: proposed,
    success: false,
    stateHashBefore: before.stateHash,
    stateHashAfter: reading?.stateHash ?? null,
  });
}

/** The change that the next message reports to the model. */
function pageRestored({ clock }: SettleDeps): Change {
  return {
    type: 'page_taken_back',
    timestamp: new Date(clock.now()).toISOString(),
    reason: 'The user had the page put into an earlier state; the conversation stayed as it is.',
  };
}
