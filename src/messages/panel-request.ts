/** Key in storage.session of the newest {@link PanelRequest}, where a panel that is still opening finds it, too. */
export const PANEL_REQUEST_KEY = 'panel-request';

/** Age in milliseconds from which a request is dropped: its panel did not open, and a later one must not carry it out. */
export const MAX_REQUEST_AGE_MS = 30_000;

/** A task for the side panel of a window, caused by an action of the user outside of the panel. */
export interface PanelRequest {
  windowId: number;
  atMs: number;
  task:
    | { kind: 'show-chat'; chatId: string }
    /** Quotes the text that is selected on the page in front. */
    | { kind: 'quote' }
    /** Undoes the last changes of the chat about the page in this tab, which was in front when the user asked. */
    | { kind: 'undo-last'; tabId: number };
}

/** True for a stored request of this window that is new enough. Only the background writes them. */
export function isRequestFor(stored: unknown, windowId: number, nowMs: number): stored is PanelRequest {
  if (typeof stored !== 'object' || stored === null) return false;
  const request = stored as { [Key in keyof PanelRequest]?: unknown };
  if (request.windowId !== windowId || typeof request.atMs !== 'number') return false;
  return typeof request.task === 'object' && nowMs - request.atMs <= MAX_REQUEST_AGE_MS;
}
