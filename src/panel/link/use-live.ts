import { useMemo, useSyncExternalStore } from 'react';
import { browser } from 'wxt/browser';
import { LIVE_PORT } from '@/src/messages/channels';
import { createLiveFeed, type LiveFeed, type LivePort, type LiveSnapshot } from './live-feed';

/** The feed of a chat, or null without one. It connects as soon as a component reads from it. */
export function useLiveFeed(chatId: string | null): LiveFeed | null {
  return useMemo(
    () =>
      chatId === null
        ? null
        : createLiveFeed(chatId, (): LivePort => browser.runtime.connect({ name: LIVE_PORT })),
    [chatId],
  );
}

/**
 * One part of what a feed knows; the component renders again only when that part changes. `select` must give the
 * same value for the same snapshot.
 */
export function useLive<Part>(feed: LiveFeed | null, select: (snapshot: LiveSnapshot) => Part): Part | null {
  return useSyncExternalStore(feed?.subscribe ?? subscribeToNothing, () =>
    feed === null ? null : select(feed.getSnapshot()),
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
