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

/** A fold of a sheet, by its title. */
export function foldOf(sheet: Locator, title: string): Locator {
  return sheet.getByRole('group', { name: title, exact: true });
}

/** Unfolds a fold of a sheet, if it is folded. */
export async function unfold(sheet: Locator, title: string): Promise<void> {
  const fold = foldOf(sheet, title);
  await fold.waitFor();
  if (!(await fold.evaluate((details: HTMLDetailsElement) => details.open))) {
    await fold.locator('summary').first().click();
  }
}

/** The sheet with the settings. */
export function settingsSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Settings', exact: true });
}

/** Opens the settings, and unfolds these folds. Resolves with the sheet. */
export async function openSettings(page: Page, ...folds: string[]): Promise<Locator> {
  await chooseFromMenu(page, 'Settings');
  const sheet = settingsSheet(page);
  await sheet.waitFor();
  for (const title of folds) await unfold(sheet, title);
  return sheet;
}

/** Opens the settings of the shown chat, and unfolds these folds. Resolves with the sheet. */
export async function openChatSettings(page: Page, ...folds: string[]): Promise<Locator> {
  const settings = await openSettings(page);
  await settings.getByRole('button', { name: /^This chat/ }).click();
  const sheet = page.getByRole('dialog', { name: 'This chat', exact: true });
  await sheet.waitFor();
  for (const title of folds) await unfold(sheet, title);
  return sheet;
}

/** Opens *Help & data* with one of its tabs. Resolves with the sheet. */
export async function openHelp(page: Page, tab: 'Log' | 'Data' | 'Report a problem'): Promise<Locator> {
  await chooseFromMenu(page, 'Help & data');
  const sheet = page.getByRole('dialog', { name: 'Help & data' });
  await sheet.getByRole('tab', { name: tab }).click();
  return sheet;
}

/** Chooses what happens instead of the chat's next request, in the chat's settings. */
export async function chooseNextRequest(page: Page, label: 'Wait for me' | 'End the task'): Promise<void> {
  const sheet = await openChatSettings(page, 'Expert');
  await sheet.getByRole('combobox', { name: 'Before the next request' }).selectOption({ label });
  await sheet.getByRole('button', { name: 'Close' }).click();
}
