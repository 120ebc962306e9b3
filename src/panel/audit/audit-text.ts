import { assertNever } from '@/src/core/assert-never';
import type { ChainBreak, ChainVerdict } from '@/src/core/audit/audit-chain';
import type { AuditEntry } from '@/src/core/records/audit-entry';
import { count } from '../text/count';
import { formatMoment } from './format-moment';

/** Who let it run, or didn't. */
export const DECISION_LABELS: Readonly<Record<AuditEntry['decision'], string>> = {
  allowed: 'Allowed by the policy',
  approved: 'Approved by you',
  rejected: 'Refused by you',
  denied: 'Denied by the policy',
  'not-asked': 'Nobody was asked',
  user: 'Done by you',
};

/** What kind of thing it was. */
export const ACTION_LABELS: Readonly<Record<AuditEntry['action'], string>> = {
  call: 'Tool call',
  rollback: 'Rollback',
  undo: 'Undo',
  'restore-drafts': 'Rules put back',
  'restore-saved': 'Earlier save restored',
  policy: 'Change of policy',
  refused: 'Change without a right to it',
};

/** Who let an entry's change happen, or what kept it from happening. */
export function decisionText({ action, decision }: Pick<AuditEntry, 'action' | 'decision'>): string {
  return action === 'refused' ? 'Stopped on its way to the page' : DECISION_LABELS[decision];
}

/** What an entry came to. */
export type AuditOutcome = 'succeeded' | 'failed' | 'not-run';

/** What an entry came to: done, tried and failed, or never tried. */
export function outcomeOf({ success, ran }: Pick<AuditEntry, 'success' | 'ran'>): AuditOutcome {
  if (success) return 'succeeded';
  return ran === null ? 'not-run' : 'failed';
}

/** The same in a word or two. */
export const OUTCOME_LABELS: Readonly<Record<AuditOutcome, string>> = {
  succeeded: 'Done',
  failed: 'Failed',
  'not-run': 'Didn’t run',
};

/** Who asked for it; `chatId`: the chat that the panel shows. */
export function requestedBy(entry: Pick<AuditEntry, 'action' | 'chatId'>, chatId: string | null): string {
  const where = entry.chatId === chatId ? 'in this chat' : 'in another chat';
  switch (entry.action) {
    case 'call':
      return `The assistant, ${where}`;
    case 'rollback':
    case 'undo':
    case 'restore-drafts':
    case 'restore-saved':
    case 'policy':
      return `You, ${where}`;
    case 'refused':
      return `Unknown, ${where}`;
    default:
      return assertNever(entry.action);
  }
}

/** What a verification found, in sentences. */
export function verdictText(verdict: ChainVerdict): string {
  if (verdict.kind === 'broken') return `The journal is broken. ${breakText(verdict)}`;
  if (verdict.fromMs === null || verdict.toMs === null) {
    return 'The journal is empty, and Steward noted no entry of it.';
  }
  const entries = count(verdict.count, 'entry', 'entries');
  return `${entries}, unbroken, from ${formatMoment(verdict.fromMs)} to ${formatMoment(verdict.toMs)}.`;
}

function breakText({ sequence, why }: ChainBreak): string {
  const entry = `Entry ${sequence}`;
  switch (why) {
    case 'altered':
      return `${entry} isn’t what it was when it was written.`;
    case 'missing':
      return `${entry} is missing.`;
    case 'moved':
      return `${entry} isn’t in its place.`;
    case 'inserted':
      return `${entry} is one that Steward didn’t write there.`;
    case 'unlinked':
      return sequence === 1
        ? `${entry} follows from one before it that isn’t there.`
        : `${entry} doesn’t follow from entry ${sequence - 1}: one of the two was exchanged.`;
    case 'cut':
      return `${entry} and what came after it are gone.`;
    case 'replaced':
      return `${entry}, the last, isn’t the one that Steward noted: the end was written anew.`;
    default:
      return assertNever(why);
  }
}

/** What the list holds, in a sentence. */
export function shownText(shown: number, total: number, isCut: boolean, isFiltered: boolean): string {
  if (shown === 0) {
    return isFiltered
      ? 'No entry matches.'
      : 'Nothing is in this journal yet. What Steward changes on the site’s pages, and who let it, is listed here.';
  }
  const entries = count(shown, 'entry', 'entries');
  if (isCut) {
    return isFiltered
      ? `The newest ${entries} that match.`
      : `The newest ${entries}; ${count(total, 'entry', 'entries')} in all.`;
  }
  return isFiltered
    ? `${entries} ${shown === 1 ? 'matches' : 'match'}, newest first.`
    : `${entries}, newest first.`;
}
