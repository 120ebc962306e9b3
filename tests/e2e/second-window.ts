/// <reference types="chrome" />
import { chromium, type Page } from '@playwright/test';
import type { StewardBrowser } from '@/tests/drive/launch-browser';
import { createPanel, type Panel } from '@/tests/drive/panel';
import { waitUntil } from '@/tests/drive/wait-until';

/** A second window of the browser, with a page and the real panel next to it. */
export interface SecondWindow {
  page: Page;
  panel: Panel;
  /** Disconnects from the panel and leaves it open. */
  release(): Promise<void>;
}

/** Opens `url`, which no other tab may show, in a new window, and clicks Steward's toolbar button there. */
export async function openSecondWindow(browser: StewardBrowser, url: string): Promise<SecondWindow> {
  const session = await browser.context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('The browser offers no DevTools session.');
  const opened = browser.context.waitForEvent('page');
  await session.send('Target.createTarget', { url, newWindow: true });
  const page = await opened;
  await page.waitForLoadState();
  await browser.triggerAction(url);
  const panelUrl = `chrome-extension://${browser.extensionId}/sidepanel.html`;
  const countPanels = async () => {
    const targets = (await (await fetch(`${browser.devToolsUrl}/json/list`)).json()) as { url: string }[];
    return targets.filter((target) => target.url === panelUrl).length;
  };
  await waitUntil(async () => (await countPanels()) === 2, 'The second side panel did not appear.');
  // Playwright lists a side panel only if it exists when the connection is made.
  const connection = await chromium.connectOverCDP(browser.devToolsUrl);
  const panels = connection
    .contexts()
    .flatMap((context) => context.pages())
    .filter((candidate) => candidate.url() === panelUrl);
  const windowIds = await Promise.all(panels.map(windowIdOf));
  // The browser numbers its windows in the order in which they are opened.
  const newest = panels[windowIds.indexOf(Math.max(...windowIds))];
  if (newest === undefined) throw new Error('The second side panel can’t be reached.');
  return { page, panel: createPanel(newest), release: () => connection.close() };
}

function windowIdOf(panel: Page): Promise<number> {
  return panel.evaluate(async () => (await chrome.windows.getCurrent()).id ?? -1);
}
