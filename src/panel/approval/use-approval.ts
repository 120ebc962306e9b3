import { useEffect, useReducer, useState } from 'react';
import { openCallsOf } from '@/src/core/policy/approval-request';
import type { Approval, ApprovalCall } from '@/src/core/records/approval';
import {
  type CardAction,
  type CardState,
  callStateOf,
  choicesFor,
  INITIAL_CARD_STATE,
  reduceCardState,
} from './card-state';
import { type OfferedActions, offeredActions } from './offered-actions';
import { type PreviewState, useApprovalPreview } from './use-approval-preview';
import { type Decision, useDecision } from './use-decision';
import { useHold } from './use-hold';

/** How long nothing can be applied after the question came, the page changed under it, or a stray key arrived. */
const HOLD_MS = 600;

/** A question on its way to a decision. */
interface OpenApproval {
  /** The calls that can still be decided, and those that run between them. */
  open: ApprovalCall[];
  cardState: CardState;
  dispatch(action: CardAction): void;
  preview: PreviewState;
  actions: OfferedActions;
  /** Its ways to apply do nothing while that has to wait. */
  decision: Decision;
  /** Nothing can be applied for a moment: a key arrived that was not meant for the question. */
  holdAgain(): void;
  /** Why nothing can be applied yet, where that has to be said aloud: it is new, or was tried too early. */
  urgentWait: string;
}

/** What the user makes of a question. `kept` holds what they said so far, by approval. */
export function useApproval(
  approval: Approval,
  done: ReadonlySet<string>,
  kept: Map<string, CardState>,
): OpenApproval {
  const [cardState, dispatch] = useReducer(reduceCardState, kept.get(approval.id) ?? INITIAL_CARD_STATE);
  const [wasEarly, setWasEarly] = useState(false);
  useEffect(() => {
    kept.set(approval.id, cardState);
  }, [kept, approval.id, cardState]);

  const open = openCallsOf(approval, done);
  const isReadable = open.every(({ executionId }) => {
    const { isTicked, edit } = callStateOf(cardState, executionId);
    return !isTicked || (edit?.isReadable ?? true);
  });
  const preview = useApprovalPreview(approval, choicesFor(open, cardState), isReadable);
  const { shown } = preview;
  const openIds = open.map(({ executionId }) => executionId).join(' ');
  const [strayKeys, setStrayKeys] = useState(0);
  const isHeld = useHold(`${openIds} ${approval.preview.digest} ${shown.stateHash} ${strayKeys}`, HOLD_MS);
  const decision = useDecision(approval, open, cardState, shown);
  const actions = offeredActions({
    open,
    cardState,
    problemCount: isReadable ? preview.problems.length : 1,
    isPreviewPending: preview.isPending,
    // Whatever kept the newest preview from coming: what isn't shown can't be applied.
    hasFailed: !preview.isCurrent && !preview.isPending,
    isHeld,
    isDeciding: decision.isDeciding,
  });

  const { waitsFor } = actions;
  const unlessWaiting = (decide: () => Promise<void>) => async () => {
    setWasEarly(waitsFor !== null);
    if (waitsFor === null) await decide();
  };
  return {
    open,
    cardState,
    dispatch,
    preview,
    actions,
    decision: {
      ...decision,
      approve: unlessWaiting(decision.approve),
      approveFirst: unlessWaiting(decision.approveFirst),
    },
    holdAgain: () => setStrayKeys((keys) => keys + 1),
    urgentWait: isHeld || wasEarly ? (waitsFor ?? '') : '',
  };
}
