import { useState } from 'react';
import { type ErrorInfo, StewardError, toErrorInfo } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';
import type { Approval, ApprovalCall, ApprovalPreview } from '@/src/core/records/approval';
import { sendCommand } from '../link/send-command';
import { type CardState, choicesFor, refuseAll, toolsToAllow, upToFirstAsked, withNotes } from './card-state';

/** The ways to decide a question. */
export interface Decision {
  /** Whether one is on its way, or was taken and the record doesn't show it yet. */
  isDeciding: boolean;
  /** Why the last one was not taken; null if it was. */
  error: ErrorInfo | null;
  dismissError(): void;
  approve(): Promise<void>;
  /** Only the first call that is asked about. */
  approveFirst(): Promise<void>;
  refuse(note: string): Promise<void>;
}

/** The ways to decide what the card shows: `open` calls, as the user cardState them, seen with this preview. */
export function useDecision(
  approval: Approval,
  open: readonly ApprovalCall[],
  cardState: CardState,
  shown: ApprovalPreview,
): Decision {
  const openIds = open.map(({ executionId }) => executionId).join(' ');
  const [decidedIds, setDecidedIds] = useState<string | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const isDeciding = decidedIds === openIds;
  const approvalId = approval.id;

  const carryOut = async (decide: () => Promise<unknown>) => {
    if (isDeciding) return;
    setDecidedIds(openIds);
    setError(null);
    try {
      await decide();
    } catch (thrown) {
      setError(toErrorInfo(thrown));
      setDecidedIds(null);
    }
  };
  const approveCalls = (calls: readonly ApprovalCall[], digest: string) => {
    const choices = choicesFor(calls, cardState);
    return sendCommand({
      type: 'decide-approval',
      approvalId,
      digest,
      choices: withNotes(choices, cardState),
      allowTools: toolsToAllow(calls, cardState, choices),
    });
  };
  return {
    isDeciding,
    error,
    dismissError: () => setError(null),
    approve: () => carryOut(() => approveCalls(open, shown.digest)),
    approveFirst: () =>
      carryOut(async () => {
        const first = upToFirstAsked(open);
        const { preview } = await sendCommand({
          type: 'preview-approval',
          approvalId,
          choices: choicesFor(first, cardState),
        });
        if (preview === null || !isBeginningOf(preview, shown)) throw changedMeanwhile();
        await approveCalls(first, preview.digest);
      }),
    refuse: (note) =>
      carryOut(() =>
        sendCommand({
          type: 'decide-approval',
          approvalId,
          digest: shown.digest,
          choices: refuseAll(open, cardState, note),
          allowTools: [],
        }),
      ),
  };
}

/** Whether the plan of the first calls is what the plan of all of them showed of these: same page, same steps. */
function isBeginningOf(first: ApprovalPreview, all: ApprovalPreview): boolean {
  const plans = first.dryRun.calls;
  const shown = all.dryRun.calls.slice(0, plans.length);
  return (
    first.stateHash === all.stateHash &&
    canonicalJson(plans as unknown as Json) === canonicalJson(shown as unknown as Json)
  );
}

function changedMeanwhile(): StewardError {
  return new StewardError(
    'page-changed',
    'The page changed since this was worked out, so nothing was applied.',
    {
      remedy: 'Look at what it comes to now, then decide again.',
    },
  );
}
