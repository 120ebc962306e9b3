import type { Locator, Page } from '@playwright/test';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import type { SidePanel, StewardBrowser } from '@/tests/drive/steward-browser';

/** A user whose clicks and fields are counted. A story of this user clicks and types by nothing else. */
export interface Newcomer {
  clickToolbarButton(front: Page): Promise<SidePanel>;
  click(target: Locator): Promise<void>;
  /**
   * Clicks *Allow* in the browser's prompt for this host. A headless browser shows no prompt, so the permission is given right before the
   * click that asks for it.
   */
  allow(host: string): Promise<void>;
  /** Types into the field that has the keyboard. */
  type(page: Page, text: string): Promise<void>;
  /** Moves the keyboard to the next field. */
  nextField(page: Page): Promise<void>;
  effort(): { clicks: number; fields: number };
}

export function createNewcomer(browser: StewardBrowser): Newcomer {
  let clicks = 0;
  let fields = 0;
  return {
    clickToolbarButton(front) {
      clicks += 1;
      return clickToolbarButton(browser, front);
    },
    async click(target) {
      clicks += 1;
      await target.click();
    },
    async allow(host) {
      clicks += 1;
      await browser.setHostPermission(`http://${host}/*`, true);
    },
    async type(page, text) {
      fields += 1;
      await page.keyboard.type(text);
    },
    nextField: (page) => page.keyboard.press('Tab'),
    effort: () => ({ clicks, fields }),
  };
}
