/// <reference types="chrome" />
import { chromium, type Page } from 'playwright';
import { STEP_TIMEOUT_MS, type StewardBrowser } from './launch-browser';
import { waitUntil } from './wait-until';

/** The browser's real side panel, open beside the active page. */
export interface SidePanel {
  /** The panel's document, for tests and screenshots. */
  readonly page: Page;
  /** Closes the panel, as the user does. */
  close(): Promise<void>;
  /** Disconnects from the panel and leaves it open. */
  release(): Promise<void>;
}

/**
 * Opens the real side panel beside `front`. The browser requires a user gesture on one of the extension's own
 * pages, so a page of the extension is opened for one click and closed again.
 */
export async function openSidePanel(browser: StewardBrowser, front: Page): Promise<SidePanel> {
  await clickToOpen(browser);
  await front.bringToFront();
  return reachSidePanel(browser);
}

/** Clicks Steward's toolbar button while `front` is active, and waits for the panel. */
export async function clickToolbarButton(browser: StewardBrowser, front: Page): Promise<SidePanel> {
  await front.bringToFront();
  await browser.triggerAction(front.url());
  return reachSidePanel(browser);
}

/** The panel that a step of the user's has opened. Waits for it. */
export async function reachSidePanel({ devToolsUrl, extensionId }: StewardBrowser): Promise<SidePanel> {
  const url = `chrome-extension://${extensionId}/sidepanel.html`;
  const isThere = async () => (await listTargets(devToolsUrl)).includes(url);
  await waitUntil(isThere, 'The side panel did not appear.');
  // Playwright lists a side panel only if it exists when the connection is made.
  const connection = await chromium.connectOverCDP(devToolsUrl);
  const page = connection
    .contexts()
    .flatMap((context) => context.pages())
    .find((candidate) => candidate.url() === url);
  if (page === undefined) {
    await connection.close();
    throw new Error('The side panel opened, but can’t be reached.');
  }
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  return {
    page,
    async close() {
      const closed = page.waitForEvent('close');
      await page.evaluate(() => window.close());
      await closed;
      await connection.close();
    },
    release: () => connection.close(),
  };
}

async function clickToOpen({ context, extensionId }: StewardBrowser): Promise<void> {
  const opener = await context.newPage();
  try {
    // Any URL of the extension would do; its manifest runs no script.
    await opener.goto(`chrome-extension://${extensionId}/manifest.json`);
    await opener.evaluate(async () => {
      // Requested beforehand: a user gesture doesn't outlast an await.
      const { id: windowId } = await chrome.windows.getCurrent();
      const button = document.createElement('button');
      button.textContent = 'Open';
      button.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 1';
      button.addEventListener('click', () => {
        chrome.sidePanel.open({ windowId: windowId as number }).then(
          () => button.setAttribute('data-outcome', 'opened'),
          (error: unknown) => button.setAttribute('data-outcome', String(error)),
        );
      });
      document.body.append(button);
    });
    const button = opener.getByRole('button', { name: 'Open' });
    await button.click();
    await opener.locator('button[data-outcome]').waitFor();
    const outcome = await button.getAttribute('data-outcome');
    if (outcome !== 'opened') throw new Error(`The side panel did not open: ${outcome}`);
  } finally {
    await opener.close();
  }
}

async function listTargets(devToolsUrl: string): Promise<string[]> {
  const targets = (await (await fetch(`${devToolsUrl}/json/list`)).json()) as { url: string }[];
  return targets.map((target) => target.url);
}
