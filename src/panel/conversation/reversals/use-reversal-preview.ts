import { useCallback, useEffect, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ErrorInfo } from '@/src/schema/error-info';
import { previewReversal } from './preview-reversal';
import type { ReversalKind, ReversalPreview } from './reversal';

/** State of the preview for the chosen row. */
export type PreviewState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: ErrorInfo }
  | { state: 'ready'; preview: ReversalPreview };

/**
 * The preview of a rollback or undo at `checkpointId` (null if none is chosen), requested once it is the same for `delayMs`
 * milliseconds: each preview reads the page. `refresh` requests it again.
 */
export function useReversalPreview(
  chatId: string,
  checkpointId: string | null,
  kind: ReversalKind,
  delayMs: number,
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

  useEffect(() => {
    if (delayMs === 0) return refresh();
    // What is still on its way belongs to another row.
    newestRequest.current += 1;
    const timer = setTimeout(refresh, delayMs);
    return () => clearTimeout(timer);
  }, [refresh, delayMs]);
  // Right after another row is chosen, the preview still belongs to the previous one.
  const isCurrent = known !== null && known.subject === subject;
  const pending: PreviewState = checkpointId === null ? { state: 'none' } : { state: 'loading' };
  return { previewState: isCurrent ? known.previewState : pending, refresh };
}

async function requestPreview(
  chatId: string,
  checkpointId: string,
  kind: ReversalKind,
): Promise<ReversalPreview> {
  return previewReversal(chatId, { kind, checkpointId });
}
