import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ApprovalCall } from '@/src/schema/approval';
import { i18n } from '@/src/texts/i18n';
import { type CardState, callStateOf } from './card-state';

export interface ActionInputs {
  open: readonly ApprovalCall[];
  cardState: CardState;
  /** Number of validation problems in edited arguments. */
  problemCount: number;
  isPreviewPending: boolean;
  /** True if there is no current preview, and none is requested. */
  hasFailed: boolean;
  /** True shortly after the card's content changed; protects against accidental clicks. */
  isHeld: boolean;
  /** True while a decision is being sent, or is accepted and not yet stored. */
  isDeciding: boolean;
}

/** Buttons that an approval card offers, and why approving is blocked. */
export interface OfferedActions {
  /** Says "selected" if calls or rows are omitted. */
  approveLabel: string;
  canApproveFirst: boolean;
  /** The reason why approving is blocked, in a sentence; null if it isn't. */
  waitsFor: string | null;
}

export function offeredActions(inputs: ActionInputs): OfferedActions {
  const { open, cardState } = inputs;
  const askedCalls = open.filter(({ isAsked }) => isAsked);
  const askedStates = askedCalls.map(({ executionId }) => callStateOf(cardState, executionId));
  const ticked = askedStates.filter(({ isTicked }) => isTicked);
  const isPart = ticked.length < askedCalls.length || ticked.some(({ leftOut }) => leftOut.length > 0);
  return {
    approveLabel: i18n.t(isPart ? 'approval.actions.approveSelected' : 'approval.actions.approve'),
    canApproveFirst: askedCalls.length > 1 && askedStates[0]?.isTicked === true,
    waitsFor: waitsFor(inputs, ticked.length),
  };
}

function waitsFor(inputs: ActionInputs, tickedCount: number): string | null {
  const { problemCount, isPreviewPending, hasFailed, isHeld, isDeciding } = inputs;
  if (isDeciding) return i18n.t('approval.wait.deciding');
  if (tickedCount === 0) return i18n.t('approval.wait.nothing');
  if (problemCount > 0) {
    return i18n.t('approval.wait.problems', problemCount, [formatNumber(problemCount)]);
  }
  if (isPreviewPending) return i18n.t('approval.wait.preview');
  if (hasFailed) return i18n.t('approval.wait.failed');
  return isHeld ? i18n.t('approval.wait.held') : null;
}
