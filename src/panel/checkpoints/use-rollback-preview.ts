import { useCallback, useEffect, useRef, useState } from 'react';
import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import { sendCommand } from '../link/send-command';

/** What is known of the rollback that would lead to the chosen row. */
export type PreviewState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: ErrorInfo }
  | { state: 'ready'; preview: RollbackPreview };

/** The preview of a rollback to `checkpointId` (null: nothing is chosen), and a way to ask for it again. */
export function useRollbackPreview(
  chatId: string,
  checkpointId: string | null,
): { previewState: PreviewState; look(): void } {
  const [previewState, setPreviewState] = useState<PreviewState>({ state: 'none' });
  const newestRequest = useRef(0);

  const look = useCallback(() => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    if (checkpointId === null) return setPreviewState({ state: 'none' });
    const settle = (next: PreviewState) => {
      if (request === newestRequest.current) setPreviewState(next);
    };
    settle({ state: 'loading' });
    sendCommand({ type: 'preview-rollback', chatId, checkpointId }).then(
      (preview) => settle({ state: 'ready', preview }),
      (error: unknown) => settle({ state: 'failed', error: toErrorInfo(error) }),
    );
  }, [chatId, checkpointId]);

  useEffect(look, [look]);
  return { previewState, look };
}
