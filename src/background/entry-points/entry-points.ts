import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';
import type { PanelRequest } from '@/src/messages/panel-request';
import type { Notice } from '../notifications/notices';

/** The tab in which the user pressed a key or chose an entry of a menu. */
interface FrontTab {
  id?: number | undefined;
  url?: string | undefined;
  windowId: number;
}

/**
 * The ways to Steward from outside of the panel. Each opens the panel, so call it first in the handler of a user's
 * action: after an await the browser no longer counts it as one. Never rejects: failures are logged.
 */
export interface EntryPoints {
  /** Opens the panel at the chat that waits for the user longest; without one, beside the page in front. */
  openWaiting(tab: FrontTab): Promise<void>;
  /** Opens the panel beside the page whose button the user clicked. */
  openBeside(windowId: number): Promise<void>;
  /** Opens the panel, which undoes the last changes of its chat. */
  undoLast(tab: FrontTab): Promise<void>;
  /** Opens the panel with a text of the page in the message, as a quotation. */
  ask(tab: FrontTab, text: string): Promise<void>;
}

export function createEntryPoints(deps: {
  openPanel: (windowId: number) => Promise<void>;
  requestOfPanel: (windowId: number, task: PanelRequest['task']) => Promise<void>;
  current: () => Promise<Notice[]>;
  windowOf: (chatId: string) => Promise<number | null>;
  /** Lets a panel that is open in the window already turn to the page in front. */
  showFront: (windowId: number) => void;
  showPage: (chatId: string) => Promise<void>;
  /** Grants access to the tab: for the browser, the user's action allows it as a click on the toolbar button does. */
  turnOnInTab: (tabId: number, url: string | undefined) => Promise<void>;
  logger: Pick<Logger, 'warning'>;
}): EntryPoints {
  async function opening(windowId: number, work: () => Promise<void>): Promise<void> {
    const opened = deps.openPanel(windowId);
    const results = await Promise.allSettled([opened, work()]);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      const text = 'The panel can’t be opened from outside of it.';
      logFailure(deps.logger, 'attention.reach', text, result.reason, null);
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
        // A page in another window stays there: its chat is shown here, and the page line leads to it.
        if ((await deps.windowOf(chatId)) === tab.windowId) await deps.showPage(chatId);
      }),

    openBeside: (windowId) => opening(windowId, async () => deps.showFront(windowId)),

    undoLast: (tab) =>
      opening(tab.windowId, async () => {
        await turnOn(tab);
        await deps.requestOfPanel(tab.windowId, { kind: 'undo-last' });
      }),

    ask: (tab, text) =>
      opening(tab.windowId, async () => {
        await turnOn(tab);
        await deps.requestOfPanel(tab.windowId, { kind: 'quote', text: text.slice(0, MAX_SELECTION_LENGTH) });
      }),
  };
}
