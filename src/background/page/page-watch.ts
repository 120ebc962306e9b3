import { browser } from 'wxt/browser';
import type { z } from 'zod';
import { assertNever } from '@/src/core/assert-never';
import type { PageNote } from '@/src/core/loop/agent-loop';
import { createSerializer } from '@/src/core/serialize';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageStatus } from '@/src/messages/commands';
import { pageNoticeSchema } from '@/src/messages/page-answers';
import type { Chats } from '../panel-server/chats';
import type { LiveHub } from '../panel-server/live-hub';
import type { RefusedMessage } from '../panel-server/refused-senders';
import type { Sites } from '../sites/sites';
import { sleep } from '../sleep';
import { createCoalescer } from './coalesce';
import type { PageLink } from './page-link';
import type { PageLocks } from './page-locks';
import type { TabBindings } from './tab-bindings';

/** Waits before each look at a page that has loaded, as long as it is not there. */
const LATE_PAGE_DELAYS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000] as const;

/** Who sent a notice, as far as it matters here. */
interface NoticeSender {
  id?: string | undefined;
  tab?: { id?: number | undefined } | undefined;
  frameId?: number | undefined;
}

/**
 * Keeps the panels' page line true: notices of content scripts, reloads and closed tabs lead to a fresh look. A page's
 * wish for a stop is handed on from here.
 */
export interface PageWatch {
  /** A message that may be a content script's notice. */
  onMessage(message: unknown, sender: NoticeSender): void;
  /** Tells the chat's panels how its page stands. */
  look(chatId: string): Promise<void>;
  /** Tells all panels how their pages stand: where Steward may be has changed. */
  lookAtAll(): void;
  /** Who hears of every state of a page that was read on the way. */
  onReading(listener: (chatId: string, note: PageNote) => Promise<void>): void;
  /** Registers the browser's tab events. Synchronously, at the worker's start. */
  listen(): void;
}

export function createPageWatch(deps: {
  page: PageLink;
  bindings: TabBindings;
  chats: Chats;
  live: LiveHub;
  sites: Pick<Sites, 'tabLoads' | 'tabClosed'>;
  locks: Pick<PageLocks, 'updateTab' | 'stopFromPage'>;
  /** Hears of a notice from nobody that Steward knows. Must not throw. */
  onRefused(refusal: RefusedMessage, sender: NoticeSender): void;
  /** Whether the chat's run waits for something, so that its page matters though nobody watches. */
  isWaiting(chatId: string): Promise<boolean>;
}): PageWatch {
  /** The newest load of each tab that is being followed. */
  const loads = new Map<number, symbol>();
  let listener: (chatId: string, note: PageNote) => Promise<void> = async () => undefined;
  const inTurn = createSerializer();
  const pace = {
    now: () => Date.now(),
    sleep: (ms: number) => sleep(ms, new AbortController().signal),
  };

  /**
   * Answers with what was told; null if nobody cares, or the page can't be looked at. However many notices a page sends,
   * one look is under way for a chat, and one more waits that begins after the last notice.
   */
  const tell = createCoalescer<PageNote['kind'], PageStatus | null>({
    work: tellOnce,
    merge: (earlier, later) => (earlier === 'changed' ? earlier : later),
    ...pace,
  });

  /** Has the chats of a tab look at it, each in its own time: none waits for what another one does with the state. */
  const tellChats = createCoalescer<null, void>({
    async work(tabKey) {
      for (const chatId of await deps.bindings.chatsOf(Number(tabKey))) void tell(chatId, 'changed');
    },
    merge: () => null,
    ...pace,
  });

  /** One tab is read once at a time, whatever number of chats is about it. */
  async function readPage(chatId: string): ReturnType<PageLink['look']> {
    const chat = await deps.chats.byId(chatId);
    const tabId = await deps.bindings.tabOf(chatId);
    return inTurn(String(tabId), () => deps.page.look(chat, new AbortController().signal));
  }

  async function tellOnce(chatId: string, kind: PageNote['kind']): Promise<PageStatus | null> {
    if (!deps.live.isWatched(chatId) && !(await deps.isWaiting(chatId))) return null;
    try {
      const { status, reading } = await readPage(chatId);
      deps.live.tellPage(chatId, status);
      if (reading !== null) await listener(chatId, { kind, reading });
      return status;
    } catch (error) {
      console.error(`the page of chat ${chatId} can't be looked at`, error);
      return null;
    }
  }

  async function look(chatId: string): Promise<void> {
    await tell(chatId, 'there');
  }

  /** Answers whether the page of a chat that is watched is not there. */
  async function lookAtTab(tabId: number): Promise<boolean> {
    let isMissing = false;
    for (const chatId of await deps.bindings.chatsOf(tabId)) {
      if ((await tell(chatId, 'there'))?.state === 'gone') isMissing = true;
    }
    return isMissing;
  }

  /** A page that has loaded may still wait for its own data, and says nothing until it has them. */
  async function lookAtLoad(tabId: number): Promise<void> {
    const load = Symbol('load');
    loads.set(tabId, load);
    for (const delayMs of LATE_PAGE_DELAYS_MS) {
      await new Promise((done) => setTimeout(done, delayMs));
      if (loads.get(tabId) !== load) return;
      if (!(await lookAtTab(tabId))) break;
    }
    if (loads.get(tabId) === load) loads.delete(tabId);
  }

  function follow(tabId: number, work: Promise<unknown>): void {
    work.catch((error) => console.error(`tab ${tabId} can't be followed`, error));
  }

  function take(tabId: number, notice: z.infer<typeof pageNoticeSchema>): void {
    switch (notice.notice) {
      case 'state-changed':
        follow(tabId, tellChats(String(tabId), null));
        return;
      case 'stop-requested':
        void deps.locks.stopFromPage(tabId, notice.leaseId);
        return;
      default:
        assertNever(notice);
    }
  }

  return {
    look,
    lookAtAll() {
      for (const chatId of deps.live.watchedChats()) void look(chatId);
    },
    onMessage(message, sender) {
      const looksLikeNotice =
        typeof message === 'object' &&
        message !== null &&
        'channel' in message &&
        message.channel === PAGE_CHANNEL;
      if (!looksLikeNotice) return;
      const tabId = sender.tab?.id;
      const parsed = pageNoticeSchema.safeParse(message);
      const isKnown = sender.id === browser.runtime.id && tabId !== undefined && sender.frameId === 0;
      if (!isKnown || !parsed.success) {
        const why = isKnown ? 'it doesn’t fit its schema' : 'it is from no page that Steward is in';
        deps.onRefused({ what: 'notice', why }, sender);
        return;
      }
      take(tabId, parsed.data);
    },
    onReading: (next) => {
      listener = next;
    },
    listen() {
      browser.tabs.onUpdated.addListener((tabId, change, tab) => {
        if (change.status === undefined) return;
        deps.page.forget(tabId);
        loads.delete(tabId);
        const sitesKnow = deps.sites.tabLoads(tabId, tab.url);
        if (change.status !== 'complete') follow(tabId, sitesKnow);
        else
          follow(
            tabId,
            sitesKnow.then(() => Promise.all([deps.locks.updateTab(tabId), lookAtLoad(tabId)])),
          );
      });
      browser.tabs.onRemoved.addListener((tabId) => {
        deps.page.forget(tabId);
        loads.delete(tabId);
        follow(
          tabId,
          deps.sites.tabClosed(tabId).then(() => lookAtTab(tabId)),
        );
      });
    },
  };
}
