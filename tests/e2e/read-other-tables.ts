import type { Page } from '@playwright/test';
import { readTable } from './read-table';

/** All rows of the extension's tables but these, as JSON. */
export async function readOtherTables(page: Page, ...left: readonly string[]): Promise<string> {
  const names = await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('steward');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          resolve([...opening.result.objectStoreNames]);
          opening.result.close();
        };
      }),
  );
  const rows = names
    .filter((name) => !left.includes(name))
    .map(async (name) => [name, await readTable(page, name)]);
  return JSON.stringify(await Promise.all(rows));
}
