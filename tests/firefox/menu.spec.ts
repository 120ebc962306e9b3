import { expect } from 'vitest';
import type { FirefoxSidebar } from '@/tests/drive/firefox-sidebar';
import type { FirefoxWindow } from '@/tests/drive/firefox-window';
import { test } from './fixtures';

const POLL = { timeout: 5_000 };
const BUTTON = { selector: 'button', name: 'Menu' };
const SHEET = { selector: 'dialog.sheet[open]' };

const entry = (name: string) => ({ selector: '[role="menuitem"]', name });

async function closeMenu(sidebar: FirefoxSidebar, window: FirefoxWindow): Promise<void> {
  await window.type(['Escape']);
  await expect.poll(() => sidebar.find(entry('')), POLL).toBeNull();
}

test('the menu opens at every click in Firefox, after Escape and after a choice @menu', async ({
  firefox,
  filterPage: _filterPage,
}) => {
  const { sidebar, window } = firefox;
  await firefox.openPanel();
  for (let round = 0; round < 3; round += 1) {
    await sidebar.click(BUTTON);
    await expect.poll(() => sidebar.find(entry('Settings')), POLL).not.toBeNull();
    await closeMenu(sidebar, window);

    await sidebar.click(BUTTON);
    await sidebar.click(entry('Settings'));
    await expect.poll(() => sidebar.find(SHEET), POLL).not.toBeNull();
    await window.type(['Escape']);
    await expect.poll(() => sidebar.find(SHEET), POLL).toBeNull();
  }
  // A click on the button of the open menu closes it.
  await sidebar.click(BUTTON);
  await expect.poll(() => sidebar.find(entry('Settings')), POLL).not.toBeNull();
  await sidebar.click(BUTTON);
  await expect.poll(() => sidebar.find(entry('')), POLL).toBeNull();
});
