import { useEffect, useEffectEvent, useState } from 'react';
import type { PageNews } from '@/src/messages/chat-commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';

/** Time in milliseconds without a report on the page after which it counts as seen, or is compared again. */
const QUIET_MS = 3_000;

/**
 * The changes of the chat's page since the user last saw it; null if there are none, and until they are known. The page is compared when the
 * component is mounted, and when the panel is visible again. What changes while the panel is visible and has no news, the user sees happen.
 * `see` makes the page as it is now what the user saw.
 */
export function usePageNews(chatId: string) {
  const { feed } = useShownChat();
  const report = useLive(feed, (snapshot) => snapshot.page);
  /** Undefined until it is known. */
  const [news, setNews] = useState<PageNews | null>();
  const update = async (isSeen: boolean) =>
    setNews(await sendCommand({ type: 'what-changed', chatId, isSeen }));
  const follow = useEffectEvent((isSeen: boolean) => {
    // Ignored: the background logs the error, and the page line says if the page can't be read.
    if (!document.hidden) update(isSeen).catch(() => undefined);
  });
  const onReport = useEffectEvent(() => follow(news === null));
  useEffect(() => {
    const onVisible = () => follow(false);
    onVisible();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  useEffect(() => {
    if (report === null) return;
    const timer = setTimeout(onReport, QUIET_MS);
    return () => clearTimeout(timer);
  }, [report]);
  return { news: news ?? null, see: () => update(true) };
}
