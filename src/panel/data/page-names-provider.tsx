import { type ReactNode, useEffect, useMemo } from 'react';
import { createPageNames, PageNamesContext } from '@/src/panel/kit/page-names/page-names';
import { sendCommand } from './send-command';
import { useSendInChat, useShownChat } from './shown-chat';
import { useLive } from './use-live';

/**
 * Lets the names inside show their things on the chat's page, if the page supports that. After each report on the page, the names are
 * looked up again.
 */
export function PageNamesProvider({ children }: { children: ReactNode }) {
  const { chatId, feed, page } = useShownChat();
  const report = useLive(feed, (snapshot) => snapshot.page);
  const sendInChat = useSendInChat();
  const canShow = page?.state === 'connected' && page.canShow;
  const names = useMemo(
    () =>
      chatId === null || !canShow
        ? null
        : createPageNames({
            find: async (names) => (await sendCommand({ type: 'find-names', chatId, names })).found,
            show: (name) => void sendInChat({ type: 'show-name', name }),
          }),
    [chatId, canShow, sendInChat],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each report is another object.
  useEffect(() => names?.renew(), [names, report]);
  return <PageNamesContext value={names}>{children}</PageNamesContext>;
}
