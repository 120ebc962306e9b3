import { useMemo, useSyncExternalStore } from 'react';
import { browser } from 'wxt/browser';
import type { LiveSummary } from '@/src/core/records/live-summary';
import type { LiveTail } from '@/src/core/records/live-tail';
import { LIVE_PORT } from '@/src/messages/channels';
import { createLiveFeed, type FeedPort, type LiveFeed, type LiveSnapshot } from './live-feed';
import { createPacedStore, type Pace } from './paced-store';
import { readStoredAgain } from './stored-data';

/** The feed of a chat; null without a chat. It connects when the first component subscribes. */
export function useLiveFeed(chatId: string | null): LiveFeed | null {
  return useMemo(
    () =>
      chatId === null
        ? null
        : createLiveFeed(
            chatId,
            (): FeedPort => browser.runtime.connect({ name: LIVE_PORT }),
            readStoredAgain,
          ),
    [chatId],
  );
}

/**
 * One part of a feed's snapshot. The component renders again only when that part changes, so `select` must return the same value for the
 * same snapshot.
 */
export function useLive<Part>(feed: LiveFeed | null, select: (snapshot: LiveSnapshot) => Part): Part | null {
  return useSyncExternalStore(feed?.subscribe ?? subscribeToNothing, () =>
    feed === null ? null : select(feed.getSnapshot()),
  );
}

/** The streaming response, throttled so that the panel stays responsive. */
export function useLiveTail(feed: LiveFeed | null): LiveTail | null {
  return usePaced(feed, selectTail);
}

/** The summary that is being written, throttled like the response. */
export function useLiveSummary(feed: LiveFeed | null): LiveSummary | null {
  return usePaced(feed, selectSummary);
}

const selectTail = ({ tail }: LiveSnapshot) => tail;
const selectSummary = ({ summary }: LiveSnapshot) => summary;

/** A part of the snapshot, throttled to the rate at which it can be rendered. `select` must be the same function in each render. */
function usePaced<Part>(feed: LiveFeed | null, select: (snapshot: LiveSnapshot) => Part | null): Part | null {
  const paced = useMemo(
    () =>
      feed === null
        ? null
        : createPacedStore(
            { subscribe: feed.subscribe, getSnapshot: () => select(feed.getSnapshot()) },
            BROWSER_PACE,
          ),
    [feed, select],
  );
  return useSyncExternalStore(paced?.subscribe ?? subscribeToNothing, () => paced?.getSnapshot() ?? null);
}

const BROWSER_PACE: Pace = {
  now: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

function subscribeToNothing(): () => void {
  return () => undefined;
}
