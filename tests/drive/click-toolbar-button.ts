import type { Page } from 'playwright';
import type { InstalledExtension, SidePanel } from './steward-browser';

/** Clicks Steward's toolbar button while `front` is active, and waits for the panel. */
export async function clickToolbarButton(browser: InstalledExtension, front: Page): Promise<SidePanel> {
  await front.bringToFront();
  await browser.triggerAction(front.url());
  return browser.reachSidePanel();
}
