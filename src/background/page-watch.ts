import { browser } from 'wxt/browser';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import { pageNoticeSchema } from '@/src/messages/page-answers';
import type { Chats } from './chats';
import type { LiveHub } from './live-hub';
import type { PageLink } from './page-link';
import type { TabBindings } from './tab-bindings';

/** Who sent a notice, as far as it matters here. */
interface NoticeSender {
  id?: string | undefined;
  tab?: { id?: number | undefined } | undefined;
  frameId?: number | undefined;
}

/** Keeps the panels' page line true: notices of content scripts, reloads and closed tabs lead to a fresh look. */
export interface PageWatch {
  /** A message that may be a content script's notice. */
  onMessage(message: unknown, sender: NoticeSender): void;
  /** Tells the chat's panels how its page stands. */
  look(chatId: string): Promise<void>;
  /** Registers the browser's tab events. Synchronously, at the worker's start. */
  listen(): void;
}

export function createPageWatch(deps: {
  page: PageLink;
  bindings: TabBindings;
  chats: Chats;
  live: LiveHub;
}): PageWatch {
  async function look(chatId: string): Promise<void> {
    if (!deps.live.isWatched(chatId)) return;
    try {
      deps.live.tellPage(chatId, await deps.page.status(await deps.chats.byId(chatId)));
    } catch (error) {
      console.error(`the page of chat ${chatId} can't be looked at`, error);
    }
  }

  async function lookAtTab(tabId: number): Promise<void> {
    for (const chatId of await deps.bindings.chatsOf(tabId)) await look(chatId);
  }

  return {
    look,
    onMessage(message, sender) {
      const looksLikeNotice =
        typeof message === 'object' &&
        message !== null &&
        'channel' in message &&
        message.channel === PAGE_CHANNEL;
      if (!looksLikeNotice) return;
      const tabId = sender.tab?.id;
      const known =
        sender.id === browser.runtime.id &&
        tabId !== undefined &&
        sender.frameId === 0 &&
        pageNoticeSchema.safeParse(message).success;
      if (!known) {
        console.warn('a notice was refused', sender.tab?.id ?? 'no tab');
        return;
      }
      void lookAtTab(tabId);
    },
    listen() {
      browser.tabs.onUpdated.addListener((tabId, change) => {
        if (change.status === undefined) return;
        deps.page.forget(tabId);
        if (change.status === 'complete') void lookAtTab(tabId);
      });
      browser.tabs.onRemoved.addListener((tabId) => {
        deps.page.forget(tabId);
        void lookAtTab(tabId);
      });
    },
  };
}
