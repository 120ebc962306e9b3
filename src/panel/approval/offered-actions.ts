import type { ApprovalCall } from '@/src/core/records/approval';
import { count } from '../text/count';
import { type CardState, callStateOf } from './card-state';

/** What the card knows when it says what can be done. */
export interface ActionInputs {
  open: readonly ApprovalCall[];
  cardState: CardState;
  /** Wrong parts of edited arguments. */
  problemCount: number;
  /** Whether a preview is on its way. */
  isPreviewPending: boolean;
  /** Whether the newest preview could not be made. */
  hasFailed: boolean;
  /** Whether what the card shows came a moment ago. */
  isHeld: boolean;
  /** Whether a decision is on its way. */
  isDeciding: boolean;
}

/** The buttons of an approval card. */
export interface OfferedActions {
  /** The words are those of ledger B-042, for one call and for all of the card. */
  approveLabel: 'Approve & Run' | 'Approve & Run selected';
  /** Whether the first can be applied by itself. */
  canApproveFirst: boolean;
  /** Why nothing can be applied now, in a sentence; null if it can. */
  waitsFor: string | null;
}

/** Which buttons stand on the card, and why the first of them waits. */
export function offeredActions(situation: ActionInputs): OfferedActions {
  const { open, cardState } = situation;
  const asked = open.filter(({ isAsked }) => isAsked);
  const statesOfAsked = asked.map(({ executionId }) => callStateOf(cardState, executionId));
  const ticked = statesOfAsked.filter(({ isTicked }) => isTicked);
  const isPart = ticked.length < asked.length || ticked.some(({ leftOut }) => leftOut.length > 0);
  return {
    approveLabel: isPart ? 'Approve & Run selected' : 'Approve & Run',
    canApproveFirst: asked.length > 1 && statesOfAsked[0]?.isTicked === true,
    waitsFor: waitsFor(situation, ticked.length),
  };
}

function waitsFor(situation: ActionInputs, tickedCount: number): string | null {
  const { problemCount, isPreviewPending, hasFailed, isHeld, isDeciding } = situation;
  if (isDeciding) return 'Handing the decision over…';
  if (tickedCount === 0) return 'Nothing is chosen. Refuse… says no to all of it.';
  if (problemCount > 0) return `${count(problemCount, 'argument needs', 'arguments need')} another look.`;
  if (isPreviewPending) return 'Working out what this comes to…';
  if (hasFailed) return 'What this comes to could not be worked out.';
  return isHeld ? 'This is new. It can be approved in a moment.' : null;
}
