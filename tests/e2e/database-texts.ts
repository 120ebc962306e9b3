import type { Page } from '@playwright/test';

/** All rows of all of the extension's tables, as one text for each table. What is stored packed is unpacked. */
export function readDatabaseTexts(page: Page): Promise<Record<string, string>> {
  return page.evaluate(readAllTables);
}

/** Runs in a page of the extension, without the product's code. */
async function readAllTables(): Promise<Record<string, string>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('steward');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const tables = [...database.objectStoreNames];
  const reading = database.transaction(tables);
  const rowsOf = await Promise.all(
    tables.map(
      (table) =>
        new Promise<unknown[]>((resolve, reject) => {
          const request = reading.objectStore(table).getAll();
          request.onerror = () => reject(request.error);
          request.onsuccess = () => resolve(request.result);
        }),
    ),
  );
  database.close();
  const packed: Uint8Array<ArrayBuffer>[] = [];
  const texts: Record<string, string> = {};
  for (const [index, table] of tables.entries()) {
    texts[table] = JSON.stringify(rowsOf[index], (key, value) => {
      if (!(value instanceof Uint8Array)) return value;
      if (key !== 'deflated') return new TextDecoder().decode(value);
      packed.push(value as Uint8Array<ArrayBuffer>);
      return null;
    });
    for (const bytes of packed.splice(0)) {
      const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      texts[table] += await new Response(unpacked).text();
    }
  }
  return texts;
}
