import type { Page } from '@playwright/test';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';

/** A second window of the browser, with a page and the real panel next to it. */
export interface SecondWindow {
  page: Page;
  panel: Panel;
  /** Disconnects from the panel and leaves it open. */
  release(): Promise<void>;
}

/** Opens `url`, which no other tab may show, in a new window, and clicks Steward's toolbar button there. */
export async function openSecondWindow(browser: StewardBrowser, url: string): Promise<SecondWindow> {
  const page = await browser.openWindow(url);
  await browser.triggerAction(url);
  const { page: document, release } = await browser.reachSecondSidePanel();
  return { page, panel: createPanel(document), release };
}
