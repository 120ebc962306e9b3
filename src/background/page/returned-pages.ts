import { browser } from 'wxt/browser';
import { isAboutSeveral, samePage } from '@/src/core/records/chat';
import type { Chat } from '@/src/schema/chat';
import type { StewardDatabase } from '@/src/store/db';
import type { PageLink } from './page-link';
import { pagesAt } from './pages-in-tabs';
import type { TabBindings } from './tab-bindings';

/**
 * Finds the pages of chats whose tab is gone: the tab was closed and the page opened again, the browser discarded the tab and gave it
 * another id, or an update of the extension deleted the bindings.
 */
export interface ReturnedPages {
  /**
   * Binds each watched or unfinished chat without a tab to the tab that shows its page. Only one tab may show it, and that tab must
   * not belong to another chat: otherwise it can't be known which one is meant, and the user chooses. A chat about several sites takes
   * the most recently used one. Resolves with true if there are chats left without a tab, whose page may not be loaded yet.
   */
  find(): Promise<boolean>;
}

export function createReturnedPages(deps: {
  db: StewardDatabase;
  bindings: TabBindings;
  page: Pick<PageLink, 'identify'>;
  live: { watchedChats(): string[] };
}): ReturnedPages {
  const { db, bindings } = deps;

  async function chatsWithoutTab(): Promise<Chat[]> {
    const runs = await db.runs.where('isOpen').equals(1).toArray();
    const restores = await db.restores.toArray();
    const ids = new Set([...deps.live.watchedChats(), ...[...runs, ...restores].map(({ chatId }) => chatId)]);
    const chats = await db.chats.bulkGet([...ids]);
    const found: Chat[] = [];
    for (const chat of chats) {
      const isAboutPage = chat !== undefined && chat.binding !== null && chat.deletedAtMs === null;
      if (isAboutPage && !(await hasTab(chat))) found.push(chat);
    }
    return found;
  }

  async function hasTab({ id }: Chat): Promise<boolean> {
    const tabId = await bindings.tabOf(id);
    // The browser rejects for a tab that is gone.
    return tabId !== null && (await browser.tabs.get(tabId).catch(() => null)) !== null;
  }

  /** True if no other chat is bound to the tab, except for those about several sites, which share tabs. */
  async function isFree(tabId: number): Promise<boolean> {
    const chats = await db.chats.bulkGet(await bindings.chatsOf(tabId));
    return chats.every((chat) => chat !== undefined && isAboutSeveral(chat));
  }

  return {
    async find() {
      const chats = await chatsWithoutTab();
      if (chats.length === 0) return false;
      const origins = new Set(chats.flatMap(({ binding }) => binding?.origin ?? []));
      // A page that can't be identified is not bound; reading it reports why.
      // A page that can't be identified is not bound; reading it reports why.
      const pages = await pagesAt(origins, (tabId) => deps.page.identify(tabId).catch(() => null));
      const free = await Promise.all(pages.map(({ tabId }) => isFree(tabId)));
      let isComplete = true;
      for (const chat of chats) {
        const isIts = ({ page }: (typeof pages)[number]) => samePage(page, chat.binding);
        const possible = pages.filter((one) => one.page === null || isIts(one));
        const only = possible.length === 1 && free[pages.findIndex(isIts)] ? possible[0] : undefined;
        const tab = isAboutSeveral(chat) ? pages.find(isIts) : only;
        if (tab !== undefined) await bindings.bind(chat.id, tab.tabId);
        else if (pages.length > 0) isComplete = false;
      }
      return !isComplete;
    },
  };
}
