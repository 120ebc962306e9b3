import { useEffect, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useStable } from '@/src/panel/kit/use-stable';
import type { PreviewState } from './reversal';

/** A preview, and the way to get a newer one. */
export interface PreviewSource {
  previewState: PreviewState;
  /** Requests it again. One that is shown stays until the new one is there. */
  refresh(): Promise<void>;
}

interface Timing {
  /** Time in milliseconds for which the target must be the same before its preview is requested: each preview reads the page. */
  delayMs: number;
  /** The preview is requested again with each other value. */
  occasion: unknown;
}

/** The preview of a reversal, requested from the background. `target`: null if none is chosen. */
export function useReversalPreview(
  chatId: string,
  target: PreviewedReversal | null,
  { delayMs, occasion }: Timing,
): PreviewSource {
  const subject = JSON.stringify([chatId, target]);
  const [known, setKnown] = useState<{ subject: string; previewState: PreviewState } | null>(null);
  const newestRequest = useRef(0);

  const refresh = useStable(async () => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    if (target === null) return;
    setKnown((current) => (current?.previewState.state === 'ready' ? current : null));
    const previewState = await sendCommand({ type: 'preview-reversal', chatId, target }).then(
      (preview): PreviewState => (preview === null ? { state: 'none' } : { state: 'ready', preview }),
      (error: unknown): PreviewState => ({ state: 'failed', error: toErrorInfo(error) }),
    );
    if (request === newestRequest.current) setKnown({ subject, previewState });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another target and another occasion are reasons to request it
  useEffect(() => {
    // What is still on its way belongs to another target.
    newestRequest.current += 1;
    if (delayMs === 0) {
      void refresh();
      return;
    }
    const timer = setTimeout(() => void refresh(), delayMs);
    return () => clearTimeout(timer);
  }, [refresh, subject, occasion, delayMs]);

  // Right after another target is chosen, the preview still belongs to the previous one.
  if (known?.subject === subject) return { previewState: known.previewState, refresh };
  return { previewState: { state: target === null ? 'none' : 'loading' }, refresh };
}
