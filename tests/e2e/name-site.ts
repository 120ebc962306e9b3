import { expect, type Page } from '@playwright/test';

/** Names the shown site by the button in the page line. An empty name removes the site's name. */
export async function nameSite(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Name this site…' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Name of the site' });
  await sheet.getByRole('textbox').fill(name);
  await sheet.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(sheet).toBeHidden();
}
