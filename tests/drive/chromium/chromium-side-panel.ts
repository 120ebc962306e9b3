/// <reference types="chrome" />
import { type BrowserContext, chromium, type Page } from 'playwright';
import { type SidePanel, STEP_TIMEOUT_MS } from '../steward-browser';
import { waitUntil } from '../wait-until';

/** The address of DevTools, by which the panels of one extension are reached. */
export interface PanelPlace {
  context: BrowserContext;
  /** Address for DevTools clients, e.g. `http://127.0.0.1:40123`. */
  devToolsUrl: string;
  extensionId: string;
}

/**
 * Opens the real side panel beside `front`. The browser requires a user gesture on one of the extension's own
 * pages, so a page of the extension is opened for one click and closed again.
 */
export async function openSidePanel(place: PanelPlace, front: Page): Promise<SidePanel> {
  await clickToOpen(place);
  await front.bringToFront();
  return reachSidePanel(place);
}

/** Implements `InstalledExtension.reachSidePanel`. */
export function reachSidePanel(place: PanelPlace): Promise<SidePanel> {
  return reachOneOf(place, 1, async (panels) => panels[0]);
}

/** Implements `InstalledExtension.reachSecondSidePanel`. */
export function reachSecondSidePanel(place: PanelPlace): Promise<SidePanel> {
  return reachOneOf(place, 2, async (panels) => {
    const windowIds = await Promise.all(panels.map(windowIdOf));
    // The browser numbers its windows in the order in which they are opened.
    return panels[windowIds.indexOf(Math.max(...windowIds))];
  });
}

/** Waits for this number of panels, and returns the chosen one. */
async function reachOneOf(
  { devToolsUrl, extensionId }: PanelPlace,
  least: number,
  choose: (panels: readonly Page[]) => Promise<Page | undefined>,
): Promise<SidePanel> {
  const url = `chrome-extension://${extensionId}/sidepanel.html`;
  const isThere = async () =>
    (await listTargets(devToolsUrl)).filter((target) => target === url).length >= least;
  await waitUntil(isThere, 'The side panel did not appear.');
  // Playwright lists a side panel only if it exists when the connection is made.
  const connection = await chromium.connectOverCDP(devToolsUrl);
  const pages = connection.contexts().flatMap((context) => context.pages());
  const page = await choose(pages.filter((candidate) => candidate.url() === url));
  if (page === undefined) {
    await connection.close();
    throw new Error('The side panel opened, but can’t be reached.');
  }
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  return {
    page,
    picture: (scale) => takePicture(page, scale),
    async close() {
      const closed = page.waitForEvent('close');
      await page.evaluate(() => window.close());
      await closed;
      await connection.close();
    },
    release: () => connection.close(),
  };
}

async function takePicture(panel: Page, scale: number): Promise<Buffer> {
  const session = await panel.context().newCDPSession(panel);
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics');
  const { clientWidth: width, clientHeight: height } = cssVisualViewport;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: { x: 0, y: 0, width, height, scale },
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

function windowIdOf(panel: Page): Promise<number> {
  return panel.evaluate(async () => (await chrome.windows.getCurrent()).id ?? -1);
}

async function clickToOpen({ context, extensionId }: PanelPlace): Promise<void> {
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
