import type { Locator, Page } from '@playwright/test';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import type { StewardBrowser } from '@/tests/drive/steward-browser';

/** A user whose clicks and fields are counted. A story of this user clicks and types by nothing else. */
export function createNewcomer(browser: StewardBrowser) {
  let clicks = 0;
  let fields = 0;
  return {
    clickToolbarButton(front: Page) {
      clicks += 1;
      return clickToolbarButton(browser, front);
    },
    async click(target: Locator) {
      clicks += 1;
      await target.click();
    },
    /**
     * Clicks *Allow* in the browser's prompt for this host. A headless browser shows no prompt, so the permission is given right before the
     * click that asks for it.
     */
    async allow(host: string) {
      clicks += 1;
      await browser.setHostPermission(`http://${host}/*`, true);
    },
    /** Types into the field that has the keyboard. */
    async type(page: Page, text: string) {
      fields += 1;
      await page.keyboard.type(text);
    },
    /** Moves the keyboard to the next field. */
    nextField: (page: Page) => page.keyboard.press('Tab'),
    effort: () => ({ clicks, fields }),
  };
}
