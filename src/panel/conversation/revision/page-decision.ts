import type { RevisionPage, RevisionPreview } from '@/src/core/checkpoints/revision';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';
import { isReady, type ManualChangesChoice, strategyOf } from '../reversals/reversal';
import type { SpokenMessage } from '../use-entries';

/** The user's decision about the page in an open form. The choice counts for a rollback only. */
export interface PageDecision {
  kind: RevisionPage['kind'];
  choice: ManualChangesChoice;
}

/** The decision as it is sent; null while conflicts are open. */
export function pageOf({ page }: RevisionPreview, { kind, choice }: PageDecision): RevisionPage | null {
  if (page.kind !== 'choice' || kind === 'keep') return { kind: 'keep' };
  if (!isReady(page.rollback, choice)) return null;
  const strategy = strategyOf(page.rollback, choice);
  return { kind: 'roll-back', expectedStateHash: page.rollback.stateHash, strategy };
}

/** The effect on the conversation, in one sentence. */
export function setAsideText({ role }: SpokenMessage, { messagesSetAside }: RevisionPreview): string {
  const later = messagesSetAside - 1;
  const amount: [string] = [formatNumber(later)];
  if (role === 'user') {
    return later > 0
      ? i18n.t('revision.setAside.messageAndLater', later, amount)
      : i18n.t('revision.setAside.message');
  }
  return later > 0
    ? i18n.t('revision.setAside.answerAndLater', later, amount)
    : i18n.t('revision.setAside.answer');
}
