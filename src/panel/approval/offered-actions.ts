import type { ApprovalCall } from '@/src/core/records/approval';
import { countOf } from '../text/count';
import { type CardState, callStateOf } from './card-state';

/** State of the card that determines the available actions. */
export interface ActionInputs {
  open: readonly ApprovalCall[];
  cardState: CardState;
  /** Number of validation problems in edited arguments. */
  problemCount: number;
  /** True while a preview is requested. */
  isPreviewPending: boolean;
  /** True if the newest preview failed. */
  hasFailed: boolean;
  /** True shortly after the card's content changed; protects against accidental clicks. */
  isHeld: boolean;
  /** True while a decision is being sent. */
  isDeciding: boolean;
}

/** The buttons of an approval card. */
export interface OfferedActions {
  /** "selected" if calls or rows are omitted. */
  approveLabel: 'Approve & Run' | 'Approve & Run selected';
  /** True if the first call can be approved on its own. */
  canApproveFirst: boolean;
  /** The reason why approving is blocked, in a sentence; null if it isn't. */
  waitsFor: string | null;
}

/** The card's buttons, and why approving isn't possible yet. */
export function offeredActions(inputs: ActionInputs): OfferedActions {
  const { open, cardState } = inputs;
  const askedCalls = open.filter(({ isAsked }) => isAsked);
  const askedStates = askedCalls.map(({ executionId }) => callStateOf(cardState, executionId));
  const ticked = askedStates.filter(({ isTicked }) => isTicked);
  const isPart = ticked.length < askedCalls.length || ticked.some(({ leftOut }) => leftOut.length > 0);
  return {
    approveLabel: isPart ? 'Approve & Run selected' : 'Approve & Run',
    canApproveFirst: askedCalls.length > 1 && askedStates[0]?.isTicked === true,
    waitsFor: waitsFor(inputs, ticked.length),
  };
}

function waitsFor(inputs: ActionInputs, tickedCount: number): string | null {
  const { problemCount, isPreviewPending, hasFailed, isHeld, isDeciding } = inputs;
  if (isDeciding) return 'Sending the decision…';
  if (tickedCount === 0) return 'Nothing is selected. Use Refuse… to refuse all of it.';
  if (problemCount > 0) return `${countOf(problemCount, 'argument is', 'arguments are')} not valid.`;
  if (isPreviewPending) return 'Updating the preview…';
  if (hasFailed) return 'The preview could not be updated.';
  return isHeld ? 'Read first; Approve unlocks in a second.' : null;
}
