import { assertNever } from '@/src/core/assert-never';
import type { ChainBreak, ChainVerdict } from '@/src/core/audit/audit-chain';
import type { AuditEntry } from '@/src/core/records/audit-entry';
import { countOf } from '../text/count';
import { formatMoment } from './format-moment';

/** Labels of who decided on an entry's change. */
export const DECISION_LABELS: Readonly<Record<AuditEntry['decision'], string>> = {
  allowed: 'Allowed by the policy',
  approved: 'Approved by you',
  rejected: 'Refused by you',
  denied: 'Denied by the policy',
  'not-asked': 'Not asked',
  user: 'Done by you',
};

/** Labels of an entry's kind of change. */
export const ACTION_LABELS: Readonly<Record<AuditEntry['action'], string>> = {
  call: 'Tool call',
  rollback: 'Rollback',
  undo: 'Undo',
  'restore-unsaved': 'Unsaved changes restored',
  'restore-saved': 'Earlier save restored',
  policy: 'Policy change',
  refused: 'Unauthorized change',
};

/** Text for who allowed or refused an entry's change. */
export function decisionText({ action, decision }: Pick<AuditEntry, 'action' | 'decision'>): string {
  return action === 'refused' ? 'Blocked before it reached the page' : DECISION_LABELS[decision];
}

/** Outcome of an entry: done, tried and failed, or never tried. */
export type AuditOutcome = 'succeeded' | 'failed' | 'not-run';

/** The outcome of an entry. */
export function outcomeOf({ success, ran }: Pick<AuditEntry, 'success' | 'ran'>): AuditOutcome {
  if (success) return 'succeeded';
  return ran === null ? 'not-run' : 'failed';
}

/** Labels of the outcomes. */
export const OUTCOME_LABELS: Readonly<Record<AuditOutcome, string>> = {
  succeeded: 'Done',
  failed: 'Failed',
  'not-run': 'Didn’t run',
};

/** Text for who requested the change. `chatId` is the chat that the panel shows. */
export function requestedBy(entry: Pick<AuditEntry, 'action' | 'chatId'>, chatId: string | null): string {
  const where = entry.chatId === chatId ? 'in this chat' : 'in another chat';
  switch (entry.action) {
    case 'call':
      return `The assistant, ${where}`;
    case 'rollback':
    case 'undo':
    case 'restore-unsaved':
    case 'restore-saved':
    case 'policy':
      return `You, ${where}`;
    case 'refused':
      return `Unknown, ${where}`;
    default:
      return assertNever(entry.action);
  }
}

/** The result of a verification, in sentences. */
export function verdictText(verdict: ChainVerdict): string {
  if (verdict.kind === 'broken') return `The journal is broken. ${breakText(verdict)}`;
  if (verdict.fromMs === null || verdict.toMs === null) {
    return 'The journal is empty, and Steward recorded no entry in it.';
  }
  const entries = countOf(verdict.count, 'entry', 'entries');
  return `${entries}, unbroken, from ${formatMoment(verdict.fromMs)} to ${formatMoment(verdict.toMs)}.`;
}

function breakText({ sequence, why }: ChainBreak): string {
  const entry = `Entry ${sequence}`;
  switch (why) {
    case 'altered':
      return `${entry} was altered after it was written.`;
    case 'missing':
      return `${entry} is missing.`;
    case 'moved':
      return `${entry} is out of order.`;
    case 'inserted':
      return `${entry} was inserted; Steward did not write it.`;
    case 'unlinked':
      return sequence === 1
        ? `${entry} refers to a previous entry that does not exist.`
        : `${entry} does not link to entry ${sequence - 1}: one of the two was replaced.`;
    case 'cut':
      return `${entry} and all later entries are missing.`;
    case 'replaced':
      return `${entry}, the last one, is not the one that Steward recorded: the end was rewritten.`;
    default:
      return assertNever(why);
  }
}

/** The number of listed entries, in a sentence. */
export function shownText(shown: number, total: number, isCut: boolean, isFiltered: boolean): string {
  if (shown === 0) {
    return isFiltered
      ? 'No entry matches.'
      : 'This journal is empty. Changes that Steward makes on the site’s pages, and who allowed them, are listed here.';
  }
  const entries = countOf(shown, 'entry', 'entries');
  if (isCut) {
    return isFiltered
      ? `The newest ${entries} that match.`
      : `The newest ${entries}; ${countOf(total, 'entry', 'entries')} in all.`;
  }
  return isFiltered
    ? `${entries} ${shown === 1 ? 'matches' : 'match'}, newest first.`
    : `${entries}, newest first.`;
}
