import { browser } from 'wxt/browser';
import type { z } from 'zod';
import { assertNever } from '@/src/core/assert-never';
import type { PageNote } from '@/src/core/loop/agent-loop';
import type { PageLook } from '@/src/core/records/execution-outcome';
import { createSerializer } from '@/src/core/serialize';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import { pageNoticeSchema } from '@/src/messages/page-notice';
import type { PageStatus } from '@/src/messages/page-status';
import type { Chat } from '@/src/schema/chat';
import { sleep } from '../clock';
import type { Sites } from '../sites/sites';
import type { KeyPlace } from '../storage/page-key-store';
import type { ChangeReports } from './change-reports';
import { createCoalescer } from './coalesce';
import { forgetOutdated } from './outdated-pages';
import type { PageLocks } from './page-locks';
import type { PageView } from './page-view';
import type { ReturnedPages } from './returned-pages';
import type { TabBindings } from './tab-bindings';
import type { TabMemory } from './tab-memory';

/** Delays before each attempt to read a loaded page that isn't ready, in milliseconds. */
const LATE_PAGE_DELAYS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000] as const;

/**
 * Delay between a change notice and the look that follows, in milliseconds. A run reads the page after its own change
 * anyway, and the look reuses that reading.
 */
export const SETTLE_MS = 150;

/** Number of delays of {@link SETTLE_MS} for which a look waits for the reading of a working run. */
export const MAX_DELAYS = 6;

const PACE = {
  now: () => Date.now(),
  sleep,
};

/** A request to read a page and report it. */
interface ReportRequest {
  kind: PageNote['kind'];
  /** The newest reading that may not show the page's last change; null if the page has to be read in any case. */
  outdated: PageLook | null;
}

interface NoticeSender {
  id?: string | undefined;
  tab?: { id?: number | undefined; windowId?: number | undefined } | undefined;
  frameId?: number | undefined;
}

/**
 * Keeps the panels' page line current: it reads the page after notices of content scripts, reloads and closed
 * tabs. Forwards what the user requests in a page: to stop, and to open the panel.
 */
export interface PageWatch {
  /** Handles a message that may be a content script's notice. */
  onMessage(message: unknown, sender: NoticeSender): void;
  /** Reads the chat's page and sends its status to the chat's panels. */
  look(chatId: string): Promise<void>;
  /** Reads the pages of all watched chats and sends their status to the panels, after site access changed. */
  lookAtAll(): void;
  /**
   * Reads the page for all watched chats of this place, whose state was changed over the API of the page's server.
   * Never rejects.
   */
  serviceChanged(place: KeyPlace, outdated: PageLook): Promise<void>;
  /** Registers the browser's tab events. Call synchronously when the worker starts. */
  listen(): void;
}

interface PageWatchDeps {
  page: Pick<PageView, 'look'>;
  tabs: Pick<TabMemory, 'forget' | 'hasReadAfter' | 'noteChange'>;
  reports: Pick<ChangeReports, 'progressed'>;
  bindings: TabBindings;
  chats: { byId(chatId: string): Promise<Chat> };
  /** The panels that watch a chat. */
  live: {
    isWatched(chatId: string): boolean;
    watchedChats(): string[];
    sendPageStatus(chatId: string, page: PageStatus): void;
  };
  sites: Pick<Sites, 'tabLoads' | 'tabClosed'>;
  returned: ReturnedPages;
  locks: Pick<PageLocks, 'updateTab' | 'stopFromPage'>;
  /**
   * Opens the panel in this window. Called synchronously with the notice: only then does the browser count the opening as an
   * effect of the user's click.
   */
  openPanel(windowId: number): void;
  /** Called for a notice from an unknown sender. Must not throw. */
  onRefused(refusal: { what: 'notice'; why: string }, sender: NoticeSender): void;
  /**
   * True if the chat's run waits for its page, an event, time or another chat; its page is then read even if no panel
   * watches.
   */
  isWaiting(chatId: string): Promise<boolean>;
  /** True if the chat's run takes steps, and so reads the page by itself. */
  isWorking(chatId: string): Promise<boolean>;
  /** Called for every state that is read. */
  onReading(chatId: string, note: PageNote): Promise<void>;
}

export function createPageWatch(deps: PageWatchDeps): PageWatch {
  const report = createReports(deps);
  /** Reads the page without a notice. */
  const lookAtPage = (chatId: string) => report(chatId, { kind: 'there', outdated: null });

  const look = async (chatId: string) => void (await lookAtPage(chatId));

  return {
    look,
    lookAtAll() {
      for (const chatId of deps.live.watchedChats()) void look(chatId);
    },
    async serviceChanged({ adapterId, origin }, outdated) {
      for (const chatId of deps.live.watchedChats()) {
        try {
          const { binding } = await deps.chats.byId(chatId);
          const isThere = binding?.adapterId === adapterId && binding.origin === origin;
          if (isThere) void report(chatId, { kind: 'changed', outdated });
        } catch (error) {
          // For example because the chat was deleted meanwhile.
          console.error(`the page of chat ${chatId} can't be looked at`, error);
        }
      }
    },
    onMessage: createNoticeReceiver(deps, report),
    listen: () => listenToTabs(deps, lookAtPage),
  };
}

/**
 * Reads the page of a chat and reports its status. Resolves with the status, or with null if the page isn't needed or can't be
 * read.
 */
type Report = (chatId: string, request: ReportRequest) => Promise<PageStatus | null>;

/**
 * Creates the function that reads and reports pages. However many notices a page sends, at most one reading per chat is running,
 * and at most one is queued, which shows the page after its last change.
 */
function createReports(deps: PageWatchDeps): Report {
  const inTurn = createSerializer();

  /** Each tab is read by one chat at a time. */
  async function readPage(chatId: string, outdated: PageLook | null): ReturnType<PageView['look']> {
    const chat = await deps.chats.byId(chatId);
    const tabId = await deps.bindings.tabOf(chatId);
    return inTurn(String(tabId ?? chatId), () => deps.page.look(chat, outdated));
  }

  async function reportOnce(chatId: string, { kind, outdated }: ReportRequest): Promise<PageStatus | null> {
    try {
      if (!deps.live.isWatched(chatId) && !(await deps.isWaiting(chatId))) return null;
      if (kind === 'changed') await settle(chatId, outdated);
      const { status, reading } = await readPage(chatId, outdated);
      deps.live.sendPageStatus(chatId, status);
      if (reading !== null) await deps.onReading(chatId, { kind, reading });
      return status;
    } catch (error) {
      console.error(`the page of chat ${chatId} can't be looked at`, error);
      return null;
    }
  }

  /** Waits until a run has had the time to read the page after its change. */
  async function settle(chatId: string, outdated: PageLook | null): Promise<void> {
    await sleep(SETTLE_MS);
    const tabId = await deps.bindings.tabOf(chatId);
    for (let delays = 1; delays < MAX_DELAYS; delays += 1) {
      if (tabId === null || outdated === null || deps.tabs.hasReadAfter(tabId, outdated)) return;
      if (!(await deps.isWorking(chatId))) return;
      await sleep(SETTLE_MS);
    }
  }

  return createCoalescer<ReportRequest, PageStatus | null>({
    work: reportOnce,
    merge: (earlier, later) => ({
      kind: earlier.kind === 'changed' ? earlier.kind : later.kind,
      outdated: newerOf(earlier.outdated, later.outdated),
    }),
    ...PACE,
  });
}

/** Creates the handler of what may be a content script's notice. Passes notices of changes to `report`. */
function createNoticeReceiver(deps: PageWatchDeps, report: Report): PageWatch['onMessage'] {
  /** Reads the page for all chats of a tab; no chat waits for another one's reading. */
  const reportToChats = createCoalescer<PageLook | null, void>({
    async work(tabKey, outdated) {
      for (const chatId of await deps.bindings.chatsOf(Number(tabKey))) {
        void report(chatId, { kind: 'changed', outdated });
      }
    },
    merge: newerOf,
    ...PACE,
  });

  function take(tabId: number, windowId: number, notice: z.infer<typeof pageNoticeSchema>): void {
    switch (notice.notice) {
      case 'state-changed': {
        const outdated = { document: notice.document, order: notice.order };
        deps.tabs.noteChange(tabId, outdated);
        follow(tabId, reportToChats(String(tabId), outdated));
        return;
      }
      case 'stop-requested':
        void deps.locks.stopFromPage(tabId, notice.leaseId);
        return;
      case 'open-requested':
        deps.openPanel(windowId);
        return;
      case 'progressed': {
        const { executionId, done, total, isHeldUp } = notice;
        deps.reports.progressed(executionId, { done, total, isHeldUp });
        return;
      }
      default:
        assertNever(notice);
    }
  }

  return (message, sender) => {
    const looksLikeNotice =
      typeof message === 'object' &&
      message !== null &&
      'channel' in message &&
      message.channel === PAGE_CHANNEL;
    if (!looksLikeNotice) return;
    const tabId = sender.tab?.id;
    const windowId = sender.tab?.windowId;
    const parsed = pageNoticeSchema.safeParse(message);
    const isKnown = isFromPage(sender) && tabId !== undefined && windowId !== undefined;
    if (!isKnown || !parsed.success) {
      const why = isKnown ? 'it doesn’t fit its schema' : 'its sender is not a page that Steward works on';
      deps.onRefused({ what: 'notice', why }, sender);
      return;
    }
    take(tabId, windowId, parsed.data);
  };
}

/**
 * Registers the handlers of tab events. They read the pages of a tab's chats after each load of the tab and after it was closed.
 */
function listenToTabs(deps: PageWatchDeps, lookAtPage: (chatId: string) => Promise<PageStatus | null>): void {
  /** The newest load of each tab that is being followed. */
  const loads = new Map<number, symbol>();

  /** Reads the page for each chat of a tab. Returns true if the page of a chat is missing and may still load. */
  async function lookAtTab(tabId: number): Promise<boolean> {
    let isMissing = await deps.returned.find();
    for (const chatId of await deps.bindings.chatsOf(tabId)) {
      if ((await lookAtPage(chatId))?.state === 'gone') isMissing = true;
    }
    return isMissing;
  }

  /** A loaded page may still fetch its own data, and doesn't answer until it has them. */
  async function lookAtLoad(tabId: number): Promise<void> {
    const load = Symbol('load');
    loads.set(tabId, load);
    for (const delayMs of LATE_PAGE_DELAYS_MS) {
      await sleep(delayMs);
      if (loads.get(tabId) !== load) return;
      if (!(await lookAtTab(tabId))) break;
    }
    if (loads.get(tabId) === load) loads.delete(tabId);
  }

  browser.tabs.onUpdated.addListener((tabId, change, tab) => {
    if (change.status === undefined) return;
    deps.tabs.forget(tabId);
    loads.delete(tabId);
    follow(tabId, forgetOutdated(tabId));
    const sitesKnow = deps.sites.tabLoads(tabId, tab.url);
    if (change.status !== 'complete') follow(tabId, sitesKnow);
    else
      follow(
        tabId,
        sitesKnow.then(() => Promise.all([deps.locks.updateTab(tabId), lookAtLoad(tabId)])),
      );
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    deps.tabs.forget(tabId);
    loads.delete(tabId);
    follow(tabId, forgetOutdated(tabId));
    follow(
      tabId,
      deps.sites.tabClosed(tabId).then(() => lookAtTab(tabId)),
    );
  });
}

/** Logs failures of work that no caller waits for. */
function follow(tabId: number, work: Promise<unknown>): void {
  work.catch((error) => console.error(`tab ${tabId} can't be followed`, error));
}

/** True if the sender is Steward's content script in a tab's main document. */
export function isFromPage({ id, tab, frameId }: NoticeSender): boolean {
  return id === browser.runtime.id && tab?.id !== undefined && frameId === 0;
}

/** The newer of two readings; null if that is unknown, because they are of different documents or one is missing. */
function newerOf(one: PageLook | null, other: PageLook | null): PageLook | null {
  if (one === null || one.document !== other?.document) return null;
  return one.order > other.order ? one : other;
}
