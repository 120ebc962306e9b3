import { useEffect, useMemo, useReducer, useState } from 'react';
import { undecidedCalls } from '@/src/core/policy/approval-request';
import { useShownChat } from '@/src/panel/data/shown-chat';
import type { Approval, ApprovalCall } from '@/src/schema/approval';
import type { DryRunOf } from './call-act';
import {
  type CardAction,
  type CardState,
  callStateOf,
  choicesFor,
  INITIAL_CARD_STATE,
  reduceCardState,
} from './card-state';
import { type OfferedActions, offeredActions } from './offered-actions';
import { type ApprovalPreviewState, useApprovalPreview } from './use-approval-preview';
import { type Decision, useDecision } from './use-decision';

/** Time in milliseconds for which approving is blocked after the request appeared, the page changed, or a stray key was pressed. */
const HOLD_MS = 600;

/** An approval request that the user is deciding. */
export interface OpenApproval {
  /** The calls that are to be decided, and the calls between them that need no approval. */
  open: ApprovalCall[];
  cardState: CardState;
  dispatch(action: CardAction): void;
  preview: ApprovalPreviewState;
  /** Returns the newest dry run of a call: that of the newest preview, or, for a call that this preview omits, that of the original one. */
  dryRunOf: DryRunOf;
  actions: OfferedActions;
  /** The decision commands. Those that approve do nothing while approving is blocked. */
  decision: Decision;
  /** Blocks approving for another moment, after a key press that was meant for something else. */
  holdAgain(): void;
  /**
   * Reason why approving is blocked, for screen readers to announce: if the card's content is new, or the user pressed too early. Empty
   * otherwise.
   */
  urgentWait: string;
}

/** State and actions of an approval request. `kept` holds the user's input by approval id. */
export function useApproval(
  approval: Approval,
  done: ReadonlySet<string>,
  kept: Map<string, CardState>,
): OpenApproval {
  const [cardState, dispatch] = useReducer(reduceCardState, kept.get(approval.id) ?? INITIAL_CARD_STATE);
  const { view } = useShownChat();
  const [wasEarly, setWasEarly] = useState(false);
  useEffect(() => {
    kept.set(approval.id, cardState);
  }, [kept, approval.id, cardState]);

  const open = undecidedCalls(approval, done);
  const isReadable = open.every(({ executionId }) => {
    const { isTicked, edit } = callStateOf(cardState, executionId);
    return !isTicked || (edit?.isReadable ?? true);
  });
  const preview = useApprovalPreview(approval, choicesFor(open, cardState), isReadable);
  const { shown } = preview;
  const dryRunOf = useMemo((): DryRunOf => {
    const all = [...approval.preview.dryRun.calls, ...shown.dryRun.calls];
    const dryRuns = new Map(all.map((dryRun) => [dryRun.executionId, dryRun]));
    return ({ executionId }) => dryRuns.get(executionId) ?? null;
  }, [approval.preview, shown]);
  const openIds = open.map(({ executionId }) => executionId).join(' ');
  const [strayKeys, setStrayKeys] = useState(0);
  const isHeld = useHold(`${openIds} ${approval.preview.digest} ${shown.stateHash} ${strayKeys}`, HOLD_MS);
  const decision = useDecision(approval, open, cardState, shown);
  const actions = offeredActions({
    open,
    dryRunOf,
    cardState,
    isReadOnly: view?.chat.settings.approvalPolicy === 'read-only',
    problemCount: isReadable ? preview.problems.length : 1,
    isPreviewPending: preview.isPending,
    // Whatever the cause, nothing can be approved without a current preview.
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
    dryRunOf,
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

/**
 * True for `holdMs` after the subject appeared or changed, so that a click or key meant for the previous content
 * has no effect.
 */
function useHold(subject: string, holdMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(subject), holdMs);
    return () => {
      clearTimeout(timer);
      // A subject that changes and then changes back is held again.
      setSettled(null);
    };
  }, [subject, holdMs]);
  return subject !== settled;
}
