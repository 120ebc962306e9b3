import { useState } from 'react';
import { type StewardError, textError, toErrorInfo } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import { mayAllow } from '@/src/core/policy/may-allow';
import type { CommandOf } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useLimits } from '@/src/panel/kit/fields/managed-fields';
import type { Approval, ApprovalCall, ApprovalPreview } from '@/src/schema/approval';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { Json } from '@/src/schema/values/json';
import { type CardState, choicesFor, refuseAll, toolsToAllow, upToFirstAsked, withNotes } from './card-state';

export interface Decision {
  /** True while a decision is being sent, and then until it is stored. */
  isDeciding: boolean;
  /** Error of the last decision; null if it didn't fail. */
  error: ErrorInfo | null;
  dismissError(): void;
  approve(): Promise<void>;
  /** Approves only the first call that needs approval. */
  approveFirst(): Promise<void>;
  refuse(note: string): Promise<void>;
  /** The answer that approves what the user sees. */
  approval(): Answer;
  rejection(note: string): Answer;
}

/** An answer to an approval request, as the commands that decide it send it. */
type Answer = Omit<CommandOf<'decide-approval'>, 'type'>;

/** Commands that decide the `open` calls with the user's choices. `shown`: the preview that the user sees. */
export function useDecision(
  approval: Approval,
  open: readonly ApprovalCall[],
  cardState: CardState,
  shown: ApprovalPreview,
): Decision {
  const limits = useLimits();
  const openIds = open.map(({ executionId }) => executionId).join(' ');
  const [decidedIds, setDecidedIds] = useState<string | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const isDeciding = decidedIds === openIds;
  const approvalId = approval.id;
  const { digest } = approval.preview;
  const [lastDigest, setLastDigest] = useState(digest);
  if (digest !== lastDigest) {
    setLastDigest(digest);
    // A new preview means that the error is about an earlier state of the page, such as a page that wasn't open. A `page-changed` error
    // stays, since it arrives together with the new preview.
    setError((current) => (current?.code === 'page-changed' ? current : null));
  }

  const send = async (decide: () => Promise<unknown>) => {
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
  const approvalOf = (calls: readonly ApprovalCall[], digest: string): Answer => {
    const choices = choicesFor(calls, cardState);
    return {
      approvalId,
      digest,
      choices: withNotes(choices, cardState),
      // A tool that was ticked before the organisation's policy changed is locked now.
      allowTools: toolsToAllow(calls, cardState, choices).filter((tool) => mayAllow(limits, tool)),
    };
  };
  const decide = (answer: Answer) => sendCommand({ type: 'decide-approval', ...answer });
  const allOpen = () => approvalOf(open, shown.digest);
  const rejection = (note: string): Answer => ({
    approvalId,
    digest: shown.digest,
    choices: refuseAll(open, cardState, note),
    allowTools: [],
  });
  return {
    isDeciding,
    error,
    dismissError: () => setError(null),
    approve: () => send(() => decide(allOpen())),
    approveFirst: () =>
      send(async () => {
        const first = upToFirstAsked(open);
        const { preview } = await sendCommand({
          type: 'preview-approval',
          approvalId,
          choices: choicesFor(first, cardState),
        });
        if (preview === null || !isPrefixOf(preview, shown)) throw pageChangedError();
        await decide(approvalOf(first, preview.digest));
      }),
    refuse: (note) => send(() => decide(rejection(note))),
    approval: allOpen,
    rejection,
  };
}

/** True if the dry run of the first calls equals the start of the dry run of all calls, in the same state of the page. */
function isPrefixOf(first: ApprovalPreview, all: ApprovalPreview): boolean {
  const dryRuns = first.dryRun.calls;
  const shown = all.dryRun.calls.slice(0, dryRuns.length);
  return (
    first.stateHash === all.stateHash && isSameJson(dryRuns as unknown as Json, shown as unknown as Json)
  );
}

function pageChangedError(): StewardError {
  return textError('page-changed', 'approval.changed.message', { remedy: 'approval.changed.remedy' });
}
