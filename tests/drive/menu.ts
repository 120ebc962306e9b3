import type { Locator, Page } from 'playwright';

/** The button of the panel's menu. */
export function menuButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Menu', exact: true });
}

/** Opens the panel's menu. Resolves with the entry that has these words. */
export async function menuEntry(page: Page, words: string): Promise<Locator> {
  await menuButton(page).click();
  const entry = page.getByRole('menuitem', { name: words, exact: true });
  await entry.waitFor();
  return entry;
}

/** Chooses an entry of the panel's menu. */
export async function chooseFromMenu(page: Page, words: string): Promise<void> {
  await (await menuEntry(page, words)).click();
}
