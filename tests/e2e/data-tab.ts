import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openHelp } from '@/tests/drive/menu';
import type { OpenPanel } from './fixtures';

/** The tab with all of Steward's data. */
export function dataTab({ page }: OpenPanel) {
  const sheet = page.getByRole('dialog', { name: 'Help & data' });
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  return {
    sheet,
    button,
    async open() {
      await openHelp(page, 'Data');
      await sheet.getByRole('region', { name: 'Backup' }).waitFor();
    },
    close: () => button('Close').click(),
    /** Clicks a button that saves a file; resolves with its content. */
    async save(name: string): Promise<Buffer> {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
      return readFile(await download.path());
    },
  };
}

/** Deletes all runs behind Steward's back, as a disk that loses data does. */
export function loseRuns(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('steward');
        opening.onsuccess = () => {
          const removing = opening.result.transaction('runs', 'readwrite').objectStore('runs').clear();
          removing.onerror = () => reject(removing.error);
          removing.onsuccess = () => {
            opening.result.close();
            resolve(null);
          };
        };
      }),
  );
}
