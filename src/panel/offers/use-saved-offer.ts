import { useCallback, useEffect, useRef, useState } from 'react';
import type { SavedOffer } from '@/src/core/checkpoints/saved-offers';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/commands';
import { sendCommand } from '../link/send-command';

/** State of the offer about a save that a rollback went past. */
interface KnownOffer {
  offer: SavedOffer | null;
  /** The error of reading the saved state; null if it could be read. */
  error: ErrorInfo | null;
}

/** The offer about a chat's newest rollback past a save; requested again with each page status, unless `isBusy`. */
export function useSavedOffer(
  chatId: string,
  page: PageStatus | null,
  isBusy: boolean,
): KnownOffer & { refresh(): Promise<void> } {
  const [known, setKnown] = useState<KnownOffer>({ offer: null, error: null });
  const newestRequest = useRef(0);

  const refresh = useCallback(async () => {
    newestRequest.current += 1;
    const current = newestRequest.current;
    const next = await sendCommand({ type: 'look-at-saved', chatId }).then(
      (offer) => ({ offer, error: null }),
      (error: unknown) => ({ offer: null, error: toErrorInfo(error) }),
    );
    if (current === newestRequest.current) setKnown(next);
  }, [chatId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each status of the page is a reason to refresh
  useEffect(() => {
    if (!isBusy) void refresh();
  }, [refresh, page, isBusy]);
  return { ...known, refresh };
}
