import { useEffect, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useStable } from '@/src/panel/kit/use-stable';
import type { PreviewState } from './reversal';

export interface PreviewSource {
  previewState: PreviewState;
  /** Requests the preview again. The current preview stays until the new one arrives. */
  refresh(): Promise<void>;
}

interface Timing {
  /**
   * Time in milliseconds that the target must stay the same before its preview is requested, since each preview reads the page.
   */
  delayMs: number;
  /** Any value whose change means that the preview is outdated and has to be requested again. */
  occasion: unknown;
}

/** The preview of a reversal, requested from the background. `target`: null if none is chosen. */
export function useReversalPreview(
  chatId: string,
  target: PreviewedReversal | null,
  { delayMs, occasion }: Timing,
): PreviewSource {
  const subject = JSON.stringify([chatId, target]);
  const [latest, setLatest] = useState<{ subject: string; previewState: PreviewState } | null>(null);
  const newestRequest = useRef(0);

  const refresh = useStable(async () => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    if (target === null) return;
    setLatest((current) => (current?.previewState.state === 'ready' ? current : null));
    const previewState = await sendCommand({ type: 'preview-reversal', chatId, target }).then(
      (preview): PreviewState => (preview === null ? { state: 'none' } : { state: 'ready', preview }),
      (error: unknown): PreviewState => ({ state: 'failed', error: toErrorInfo(error) }),
    );
    if (request === newestRequest.current) setLatest({ subject, previewState });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new target or occasion triggers a request
  useEffect(() => {
    // Ignores a pending response: it belongs to the previous target or occasion.
    newestRequest.current += 1;
    if (delayMs === 0) {
      void refresh();
      return;
    }
    const timer = setTimeout(() => void refresh(), delayMs);
    return () => clearTimeout(timer);
  }, [refresh, subject, occasion, delayMs]);

  // Right after another target is chosen, `latest` still has the preview of the previous target.
  if (latest?.subject === subject) return { previewState: latest.previewState, refresh };
  return { previewState: { state: target === null ? 'none' : 'loading' }, refresh };
}
