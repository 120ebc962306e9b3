import type { Panel } from '@/tests/drive/panel';
import { expect } from './fixtures';

/**
 * Waits until the page line has this text. The panel finds its page by itself, unless the page takes longer than the panel looks, as for
 * signing in: then *Try again* has to be clicked.
 */
export async function findPage({ page, pageLine }: Panel, text: string): Promise<void> {
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 500 });
    await expect(pageLine).toContainText(text, { timeout: 2_000 });
  }).toPass();
}
