import type { Page } from '@playwright/test';
import { openSettings } from '@/tests/drive/menu';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';

/** Opens the chat that a panel shows in a window or tab of its own, which it isn't in yet, by a button of the settings. */
export async function openDetached(
  { context }: StewardBrowser,
  panel: Page,
  button: 'Open in a tab' | 'Open in a window',
): Promise<Panel> {
  const opened = context.waitForEvent('page');
  await openSettings(panel, 'Appearance');
  await panel.getByRole('button', { name: button }).click();
  return createPanel(await opened);
}
