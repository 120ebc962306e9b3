import type { ChainBreak, ChainVerdict } from '@/src/core/audit/audit-chain';
import { formatMoment } from '@/src/panel/kit/text/format-time';
import type { AuditEntry } from '@/src/schema/audit';
import { type SaidText, say, sentences, type TextKey } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';

/** Labels for who decided on an entry's change. */
export const DECISION_LABELS: Readonly<Record<AuditEntry['decision'], TextKey>> = {
  allowed: 'audit.decision.allowed',
  approved: 'audit.decision.approved',
  rejected: 'audit.decision.rejected',
  denied: 'audit.decision.denied',
  'not-asked': 'audit.decision.notAsked',
  unanswered: 'audit.decision.unanswered',
  user: 'audit.decision.user',
};

export const ACTION_LABELS: Readonly<Record<AuditEntry['action'], TextKey>> = {
  call: 'audit.action.call',
  rollback: 'audit.action.rollback',
  undo: 'audit.action.undo',
  'restore-unsaved': 'audit.action.restoreUnsaved',
  'restore-saved': 'audit.action.restoreSaved',
  'make-alike': 'audit.action.makeAlike',
  check: 'audit.action.check',
  policy: 'audit.action.policy',
  refused: 'audit.action.refused',
};

/** Text that says who allowed or refused an entry's change. */
export function decisionText({ action, decision }: Pick<AuditEntry, 'action' | 'decision'>): string {
  return t(action === 'refused' ? 'audit.decision.blocked' : DECISION_LABELS[decision]);
}

/** Outcome of an entry: carried out, tried without success, or never tried. */
export type AuditOutcome = 'succeeded' | 'failed' | 'notRun';

export function outcomeOf({ success, ran }: Pick<AuditEntry, 'success' | 'ran'>): AuditOutcome {
  if (success) return 'succeeded';
  return ran === null ? 'notRun' : 'failed';
}

/** Requesters by action, for the changes that the user didn't request. */
const REQUESTERS: Partial<Record<AuditEntry['action'], 'assistant' | 'unknown'>> = {
  call: 'assistant',
  refused: 'unknown',
};

/** Text that says who requested the change. `chatId`: the chat that the panel shows. */
export function requestedBy(entry: Pick<AuditEntry, 'action'>, isHere: boolean): string {
  // All other changes are requested by the user.
  const requester = REQUESTERS[entry.action] ?? 'you';
  return isHere ? t(`audit.requestedBy.here.${requester}`) : t(`audit.requestedBy.elsewhere.${requester}`);
}

export function verdictText(verdict: ChainVerdict): string {
  if (verdict.kind === 'broken') return wordsOf(sentences(say('audit.verdict.broken'), breakText(verdict)));
  if (verdict.fromMs === null || verdict.toMs === null) {
    return t('audit.verdict.empty');
  }
  return t('audit.verdict.unbroken', {
    count: verdict.count,
    start: formatMoment(verdict.fromMs),
    end: formatMoment(verdict.toMs),
  });
}

function breakText({ sequence, why }: ChainBreak): SaidText {
  if (why !== 'unlinked') return say(`audit.verdict.${why}`, { sequence });
  return sequence === 1
    ? say('audit.verdict.unlinkedFirst', { sequence })
    : say('audit.verdict.unlinked', { sequence, previous: sequence - 1 });
}
