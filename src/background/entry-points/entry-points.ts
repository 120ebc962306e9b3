import { browser } from 'wxt/browser';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { PanelRequest } from '@/src/messages/panel-request';
import type { Notice } from '../notifications/notices';

/** The tab in which the user pressed a key or chose a menu entry. */
interface FrontTab {
  id?: number | undefined;
  url?: string | undefined;
  windowId: number;
}

/**
 * The entry points to the panel. Each opens the panel, so call it first in the handler of a user's action: after an
 * await the browser no longer accepts it as a user gesture. Never rejects: failures are logged.
 */
export interface EntryPoints {
  /**
   * Opens the panel and shows the chat that has been waiting for the user longest; without one, opens it beside the
   * page in front.
   */
  openWaiting(tab: FrontTab): Promise<void>;
  /** Opens the panel beside the page in which the user clicked Steward's button. */
  openBeside(windowId: number): Promise<void>;
  /** Opens the panel, which then undoes the last changes of its chat. */
  undoLast(tab: FrontTab): Promise<void>;
  /** Opens the panel and quotes the selected text of the page in the composer. */
  ask(tab: FrontTab): Promise<void>;
}

export function createEntryPoints(deps: {
  openPanel: (windowId: number) => Promise<void>;
  requestOfPanel: (windowId: number, task: PanelRequest['task']) => Promise<void>;
  current: () => Promise<Notice[]>;
  windowOf: (chatId: string) => Promise<number | null>;
  /** Makes a panel that is already open in the window show the page in front. */
  showFront: (windowId: number) => void;
  showPage: (chatId: string) => Promise<void>;
  /**
   * Grants access to the tab. The browser permits it because of the user's action, as for a click on the toolbar
   * button.
   */
  turnOnInTab: (tabId: number, url: string | undefined) => Promise<unknown>;
  logger: Pick<Logger, 'warning'>;
}): EntryPoints {
  async function opening(windowId: number, work: () => Promise<void>): Promise<void> {
    const opened = deps.openPanel(windowId);
    const results = await Promise.allSettled([opened, work()]);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      const text = 'The panel can’t be opened from outside of it.';
      logFailure(deps.logger.warning, 'attention.reach', text, result.reason);
    }
  }

  async function turnOn(tab: FrontTab): Promise<void> {
    if (tab.id !== undefined) await deps.turnOnInTab(tab.id, tab.url);
  }

  return {
    openWaiting: (tab) =>
      opening(tab.windowId, async () => {
        const notices = await deps.current();
        const next = notices.find(({ kind }) => kind !== 'ended') ?? notices[0];
        if (next === undefined) return turnOn(tab);
        const { chatId } = next;
        await deps.requestOfPanel(tab.windowId, { kind: 'show-chat', chatId });
        // A page in another window stays there: this window shows the chat, whose page line links to the page.
        if ((await deps.windowOf(chatId)) === tab.windowId) await deps.showPage(chatId);
      }),

    openBeside: (windowId) => opening(windowId, async () => deps.showFront(windowId)),

    undoLast: (tab) =>
      opening(tab.windowId, async () => {
        await turnOn(tab);
        await deps.requestOfPanel(tab.windowId, {
          kind: 'undo-last',
          // A tab without an id has no page that could be undone: the panel then says that another page is in front.
          tabId: tab.id ?? browser.tabs.TAB_ID_NONE,
        });
      }),

    ask: (tab) =>
      opening(tab.windowId, async () => {
        await turnOn(tab);
        await deps.requestOfPanel(tab.windowId, { kind: 'quote' });
      }),
  };
}
