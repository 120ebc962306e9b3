import { useCallback, useEffect, useRef, useState } from 'react';
import type { SavedOffer } from '@/src/core/checkpoints/saved-offers';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/commands';
import { sendCommand } from '../link/send-command';

/** What is known of the save that a rollback went back past. */
interface KnownOffer {
  offer: SavedOffer | null;
  /** Why it can't be looked at; null if it was. */
  error: ErrorInfo | null;
}

/** The offer about a chat's newest rollback past a save; looked at anew with each word of the page, unless `isBusy`. */
export function useSavedOffer(
  chatId: string,
  page: PageStatus | null,
  isBusy: boolean,
): KnownOffer & { look(): Promise<void> } {
  const [known, setKnown] = useState<KnownOffer>({ offer: null, error: null });
  const newestLook = useRef(0);

  const look = useCallback(async () => {
    newestLook.current += 1;
    const current = newestLook.current;
    const next = await sendCommand({ type: 'look-at-saved', chatId }).then(
      (offer) => ({ offer, error: null }),
      (error: unknown) => ({ offer: null, error: toErrorInfo(error) }),
    );
    if (current === newestLook.current) setKnown(next);
  }, [chatId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each status of the page is a reason to look again
  useEffect(() => {
    if (!isBusy) void look();
  }, [look, page, isBusy]);
  return { ...known, look };
}
