import { useEffect, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ResultOf } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { createDebouncedRequest } from '@/src/panel/kit/debounced-request';
import type { Approval, ApprovalPreview, ArgumentProblem, CallChoice } from '@/src/schema/approval';
import type { ErrorInfo } from '@/src/schema/error-info';
import { isModified } from './card-state';

/** Debounce time before a preview is requested. */
const DELAY_MS = 250;

/** The preview for the current choices. */
export interface ApprovalPreviewState {
  /** The newest preview received; for earlier choices unless `isCurrent`. */
  shown: ApprovalPreview;
  isCurrent: boolean;
  isPending: boolean;
  problems: readonly ArgumentProblem[];
  /** The newest preview's error; null if it didn't fail. */
  error: ErrorInfo | null;
  retry(): void;
}

interface PreviewRequest {
  subject: string;
  approvalId: string;
  choices: CallChoice[];
}

type PreviewResponse = { subject: string } & (
  | { state: 'answered'; answer: ResultOf<'preview-approval'> }
  | { state: 'failed'; error: ErrorInfo }
);

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
  const [response, setResponse] = useState<PreviewResponse | null>(null);
  const [lastShown, setLastShown] = useState<ApprovalPreview | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [request] = useState(() =>
    createDebouncedRequest<PreviewRequest, ResultOf<'preview-approval'>>({
      delayMs: DELAY_MS,
      send: ({ approvalId, choices }) => sendCommand({ type: 'preview-approval', approvalId, choices }),
      onResponse: (answer, { subject }) => {
        setResponse({ subject, state: 'answered', answer });
        if (answer.preview !== null) setLastShown(answer.preview);
      },
      onFailure: (error, { subject }) => setResponse({ subject, state: 'failed', error: toErrorInfo(error) }),
    }),
  );
  const subject =
    isReadable && isModified(choices) ? JSON.stringify([approval.preview.digest, attempts, choices]) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject holds all of the choices.
  useEffect(() => {
    if (subject === null) return;
    request.send({ subject, approvalId: approval.id, choices });
    return request.cancel;
  }, [request, subject, approval.id]);

  const retry = () => setAttempts((before) => before + 1);
  const isPristine = isReadable && subject === null;
  if (isPristine && response !== null) {
    // Previews of earlier edits don't apply any more.
    setResponse(null);
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
  const problems = response?.state === 'answered' ? response.answer.problems : [];
  if (isPristine) return { ...earlier, shown: approval.preview, isCurrent: true, problems: [] };
  if (subject === null) return { ...earlier, problems };
  if (response?.subject !== subject) return { ...earlier, problems, isPending: true };
  if (response.state === 'failed') return { ...earlier, problems, error: response.error };
  return { ...earlier, problems, isCurrent: response.answer.preview !== null };
}
