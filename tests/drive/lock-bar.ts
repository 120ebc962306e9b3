import type { Page } from 'playwright';

/**
 * The content of the bar over a locked page. The bar is in a closed shadow root, so only the browser's own tools can
 * read it.
 */
export interface LockBarView {
  /** The user's name for the site; empty if it has none. */
  siteName: string;
  text: string;
  /** The reason why the user's last attempt had no effect; empty if there was none. */
  reason: string;
  /** The middle of Stop, in CSS pixels of the viewport; null while it isn't shown. */
  stop: { x: number; y: number } | null;
}

/** The bar over a page's document. */
export interface LockBar {
  /** Null while the page isn't locked. */
  read(): Promise<LockBarView | null>;
  /** The bar's text; empty while the page isn't locked. For polling. */
  text(): Promise<string>;
  reason(): Promise<string>;
  /** Clicks on Stop, as a user does. Throws if it isn't shown. */
  stop(): Promise<void>;
}

/** The bar over `page`, of which `read` sees the content; null while it isn't there. */
export function createLockBar(page: Page, read: () => Promise<LockBarView | null>): LockBar {
  return {
    read,
    text: async () => (await read())?.text ?? '',
    reason: async () => (await read())?.reason ?? '',
    async stop() {
      const view = await read();
      if (view?.stop == null) throw new Error('The bar shows no Stop.');
      await page.mouse.click(view.stop.x, view.stop.y);
    },
  };
}
