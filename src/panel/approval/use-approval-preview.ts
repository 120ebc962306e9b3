import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import type { Approval, ApprovalPreview, ArgumentProblem, CallChoice } from '@/src/schema/approval';
import type { ErrorInfo } from '@/src/schema/error-info';
import { isModified } from './card-state';

/** Debounce time before a preview is requested. */
const DELAY_MS = 250;

/** The preview that the card shows, and how current it is. */
export interface ApprovalPreviewState {
  /** The newest preview received. It belongs to earlier choices unless `isCurrent`. */
  shown: ApprovalPreview;
  isCurrent: boolean;
  isPending: boolean;
  problems: readonly ArgumentProblem[];
  /** The newest preview's error; null if it didn't fail. */
  error: ErrorInfo | null;
  retry(): void;
}

/**
 * The preview of the user's choices: the approval request's own while nothing is modified, otherwise one requested from
 * the background. It is requested again when the choices or the request's own preview change (after a page change).
 * `isReadable`: true if all arguments could be read; no preview is requested otherwise.
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
  // The last problems stay until the next response, so that messages don't flicker with each key.
  const problems = response?.ok === true ? response.output.problems : [];
  if (isPristine) return { ...earlier, shown: approval.preview, isCurrent: true, problems: [] };
  if (subject === null) return { ...earlier, problems };
  if (response?.subject !== subject) return { ...earlier, problems, isPending: true };
  if (!response.ok) return { ...earlier, problems, error: response.error };
  return { ...earlier, problems, isCurrent: response.output.preview !== null };
}
