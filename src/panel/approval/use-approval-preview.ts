import { useEffect, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { Approval, ApprovalPreview, ArgumentProblem, CallChoice } from '@/src/core/records/approval';
import type { CommandResults } from '@/src/messages/commands';
import { sendCommand } from '../link/send-command';
import { isModified } from './card-state';
import { createDebouncedRequest } from './debounced-request';

/** How long typing has to rest before the background works it out. */
const DELAY_MS = 250;

/** What is known of the choices on the card. */
export interface PreviewState {
  /** The newest preview there is; of earlier choices unless `isCurrent`. */
  shown: ApprovalPreview;
  isCurrent: boolean;
  isPending: boolean;
  problems: readonly ArgumentProblem[];
  /** Why the newest one could not be made; null while nothing went wrong. */
  error: ErrorInfo | null;
  retry(): void;
}

interface Asked {
  subject: string;
  approvalId: string;
  choices: CallChoice[];
}

type Known = { subject: string } & (
  | { state: 'answered'; answer: CommandResults['preview-approval'] }
  | { state: 'failed'; error: ErrorInfo }
);

/**
 * The preview of what the user chose: the question's own as long as they changed nothing, or else what the background
 * answers. It is asked anew whenever the choices, or the question's own preview (the page changed), are others.
 * `isReadable`: whether all arguments can be read; nothing is asked before.
 */
export function useApprovalPreview(
  approval: Approval,
  choices: CallChoice[],
  isReadable: boolean,
): PreviewState {
  const [known, setKnown] = useState<Known | null>(null);
  const [lastShown, setLastShown] = useState<ApprovalPreview | null>(null);
  const [tries, setTries] = useState(0);
  const [asker] = useState(() =>
    createDebouncedRequest<Asked, CommandResults['preview-approval']>({
      delayMs: DELAY_MS,
      ask: ({ approvalId, choices }) => sendCommand({ type: 'preview-approval', approvalId, choices }),
      onAnswer: (answer, { subject }) => {
        setKnown({ subject, state: 'answered', answer });
        if (answer.preview !== null) setLastShown(answer.preview);
      },
      onFailure: (error, { subject }) => setKnown({ subject, state: 'failed', error: toErrorInfo(error) }),
    }),
  );
  const subject =
    isReadable && isModified(choices) ? JSON.stringify([approval.preview.digest, tries, choices]) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject holds all of the choices.
  useEffect(() => {
    if (subject === null) return;
    asker.send({ subject, approvalId: approval.id, choices });
    return asker.cancel;
  }, [asker, subject, approval.id]);

  const retry = () => setTries((before) => before + 1);
  const isPristine = isReadable && subject === null;
  if (isPristine && known !== null) {
    // What was asked before is of no use for what is asked next.
    setKnown(null);
    setLastShown(null);
  }
  const earlier = {
    shown: lastShown ?? approval.preview,
    isCurrent: false,
    isPending: false,
    error: null,
    retry,
  };
  // Those of a moment ago stay while the next answer is awaited: a message must not flicker with each key.
  const problems = known?.state === 'answered' ? known.answer.problems : [];
  if (isPristine) return { ...earlier, shown: approval.preview, isCurrent: true, problems: [] };
  if (subject === null) return { ...earlier, problems };
  if (known?.subject !== subject) return { ...earlier, problems, isPending: true };
  if (known.state === 'failed') return { ...earlier, problems, error: known.error };
  return { ...earlier, problems, isCurrent: known.answer.preview !== null };
}
