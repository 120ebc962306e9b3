import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import { sendCommand } from '../link/send-command';
import type { ReversalKind, ReversalPreview } from './reversal';

/** State of the preview for the chosen row. */
export type PreviewState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: ErrorInfo }
  | { state: 'ready'; preview: ReversalPreview };

/** The preview of a rollback or undo at `checkpointId` (null if none is chosen); `refresh` requests it again. */
export function useReversalPreview(
  chatId: string,
  checkpointId: string | null,
  kind: ReversalKind,
): { previewState: PreviewState; refresh(): void } {
  const subject = `${kind} ${checkpointId}`;
  const [known, setKnown] = useState<{ subject: string; previewState: PreviewState } | null>(null);
  const newestRequest = useRef(0);

  const refresh = useCallback(() => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    const settle = (previewState: PreviewState) => {
      if (request === newestRequest.current) setKnown({ subject, previewState });
    };
    if (checkpointId === null) return settle({ state: 'none' });
    settle({ state: 'loading' });
    requestPreview(chatId, checkpointId, kind).then(
      (preview) => settle({ state: 'ready', preview }),
      (error: unknown) => settle({ state: 'failed', error: toErrorInfo(error) }),
    );
  }, [chatId, checkpointId, kind, subject]);

  useEffect(refresh, [refresh]);
  // Right after another row is chosen, the preview still belongs to the previous one.
  const isCurrent = known !== null && known.subject === subject;
  return { previewState: isCurrent ? known.previewState : { state: 'loading' }, refresh };
}

async function requestPreview(
  chatId: string,
  checkpointId: string,
  kind: ReversalKind,
): Promise<ReversalPreview> {
  return kind === 'rollback'
    ? { kind, ...(await sendCommand({ type: 'preview-rollback', chatId, checkpointId })) }
    : { kind, ...(await sendCommand({ type: 'preview-undo', chatId, checkpointId })) };
}
