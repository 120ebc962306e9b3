import { NO_SITES } from './copy-rig';
import 'fake-indexeddb/auto';
import { type ChatCopies, createChatCopies } from '@/src/background/panel-server/chat-copies';
import { createOpenChat } from '@/src/background/panel-server/open-chat';
import { createSiteChats } from '@/src/background/panel-server/site-chats';
import { newChatSettings } from '@/src/core/records/chat';
import { boundPage } from '@/src/core/records/record-access';
import { currentWording } from '@/src/texts/i18n';
import type { LoopHarness } from './loop-harness';

/** Copies the chats of a loop's harness; their page is in front. */
export function copiesOf(h: LoopHarness): ChatCopies {
  const tabs = new Map([[h.chatId, 1]]);
  const bindings = {
    tabOf: async (chatId: string) => tabs.get(chatId) ?? null,
    bind: async (chatId: string, tabId: number) => void tabs.set(chatId, tabId),
    unbind: async (chatId: string) => void tabs.delete(chatId),
  };
  const { journal, ids } = h.deps;
  const open = createOpenChat({ ...h.deps, db: h.db, bindings });
  return createChatCopies({
    db: h.db,
    journal,
    bindings,
    open,
    siteChats: createSiteChats({ ...h.deps, ...NO_SITES, db: h.db, bindings, open }),
    chats: {
      pageInFront: async () => ({ binding: boundPage(await journal.chatById(h.chatId)), tabId: 1 }),
      settingsForNewPage: async () => newChatSettings(),
    },
    ids,
    wording: async () => currentWording(),
  });
}
