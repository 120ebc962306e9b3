import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import type { Approval, ApprovalPreview, ArgumentProblem, CallChoice } from '@/src/schema/approval';
import type { ErrorInfo } from '@/src/schema/error-info';
import { isModified } from './card-state';

/** Time in milliseconds that the choices must stay the same before their preview is requested. */
const DELAY_MS = 250;

/** The preview that the card shows, and how current it is. */
export interface ApprovalPreviewState {
  /** The newest preview that arrived. If `isCurrent` is false, it belongs to earlier choices. */
  shown: ApprovalPreview;
  isCurrent: boolean;
  isPending: boolean;
  problems: readonly ArgumentProblem[];
  /** The error of the newest request; null if it didn't fail. */
  error: ErrorInfo | null;
  retry(): void;
}

/**
 * The preview of the user's choices: the one stored with the approval request if the user changed nothing, otherwise one from the
 * background. It is requested again when the choices change, and when a page change replaces the stored preview. `isReadable`: true if all
 * arguments can be read; otherwise no preview is requested.
 */
export function useApprovalPreview(
  approval: Approval,
  choices: CallChoice[],
  isReadable: boolean,
): ApprovalPreviewState {
  const [lastShown, setLastShown] = useState<ApprovalPreview | null>(null);
  const [attempts, setAttempts] = useState(0);
  const subject =
    isReadable && isModified(choices) ? JSON.stringify([approval.preview.digest, attempts, choices]) : null;
  const isPristine = isReadable && subject === null;
  const { response, forget } = useDebouncedRequest(subject, DELAY_MS, () =>
    sendCommand({ type: 'preview-approval', approvalId: approval.id, choices }),
  );
  const newest = response?.ok === true ? response.output.preview : null;
  if (!isPristine && newest !== null && newest !== lastShown) setLastShown(newest);
  const retry = () => setAttempts((before) => before + 1);
  if (isPristine && response !== null) {
    // Previews of earlier edits don't apply any more.
    forget();
    setLastShown(null);
  }
  const earlier = {
    shown: lastShown ?? approval.preview,
    isCurrent: false,
    isPending: false,
    error: null,
    retry,
  };
  // Problems stay until the next response, so that their messages don't flicker with each key.
  const problems = response?.ok === true ? response.output.problems : [];
  if (isPristine) return { ...earlier, shown: approval.preview, isCurrent: true, problems: [] };
  if (subject === null) return { ...earlier, problems };
  if (response?.subject !== subject) return { ...earlier, problems, isPending: true };
  if (!response.ok) return { ...earlier, problems, error: response.error };
  return { ...earlier, problems, isCurrent: response.output.preview !== null };
}
