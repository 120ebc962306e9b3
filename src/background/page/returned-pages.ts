import { browser } from 'wxt/browser';
import { samePage } from '@/src/core/records/chat';
import type { Chat } from '@/src/schema/chat';
import type { StewardDatabase } from '@/src/store/db';
import type { PageLink } from './page-link';
import type { TabBindings } from './tab-bindings';

/**
 * Finds the pages of chats whose tab is gone: the tab was closed and the page opened again, the browser discarded the tab and gave it
 * another id, or an update of the extension deleted the bindings.
 */
export interface ReturnedPages {
  /**
   * Binds each watched or unfinished chat without a tab to the tab that shows its page. Only one tab may show it, and that tab must
   * not belong to another chat: otherwise it can't be known which one is meant, and the user chooses. Resolves with true if there are
   * chats left without a tab, whose page may not be loaded yet.
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

  /** Tabs at these origins with their pages; null for a page that can't be identified. */
  async function pagesAt(origins: ReadonlySet<string>) {
    const tabs = await browser.tabs.query({});
    const there = tabs.flatMap(({ id, url }) =>
      id !== undefined && url !== undefined && origins.has(originOf(url)) ? [id] : [],
    );
    return Promise.all(
      there.map(async (tabId) => ({
        tabId,
        // A page that can't be identified is not bound; reading it reports why.
        page: await deps.page.identify(tabId).catch(() => null),
        isFree: (await bindings.chatsOf(tabId)).length === 0,
      })),
    );
  }

  return {
    async find() {
      const chats = await chatsWithoutTab();
      if (chats.length === 0) return false;
      const pages = await pagesAt(new Set(chats.flatMap(({ binding }) => binding?.origin ?? [])));
      let isComplete = true;
      for (const { id, binding } of chats) {
        const possible = pages.filter(({ page }) => page === null || samePage(page, binding));
        const [only] = possible;
        if (possible.length === 1 && only?.isFree === true && only.page !== null) {
          await bindings.bind(id, only.tabId);
        } else if (pages.length > 0) isComplete = false;
      }
      return !isComplete;
    },
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
