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
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  const texts: Record<string, string> = {};
  for (const [index, table] of tables.entries()) {
    texts[table] = JSON.stringify(rowsOf[index], (_, value) => {
      if (value instanceof Uint8Array) bytes.push(value as Uint8Array<ArrayBuffer>);
      return value instanceof Uint8Array ? null : value;
    });
    for (const packed of bytes.splice(0)) {
      const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      // Other bytes, such as an image, aren't packed.
      const text = await new Response(unpacked).text().catch(() => new TextDecoder().decode(packed));
      texts[table] += text;
    }
  }
  return texts;
}
