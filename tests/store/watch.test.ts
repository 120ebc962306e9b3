import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, it, vi } from 'vitest';
import { readAllAgain, watch } from '@/src/store/watch';

it('a query shows what another context has written without notice, once all are read again', async () => {
  const db = new Dexie('watched');
  db.version(1).stores({ notes: 'id' });
  const notes = () => db.table('notes').toCollection().primaryKeys();
  const seen: unknown[] = [];
  const stop = watch(notes, { next: (keys) => seen.push(keys), error: (error) => seen.push(error) });
  await vi.waitFor(() => expect(seen).toEqual([[]]));
  // Without Dexie, as after the end of the context that has written.
  await new Promise((resolve) => {
    const transaction = db.backendDB().transaction('notes', 'readwrite');
    transaction.objectStore('notes').add({ id: 'n1' });
    transaction.oncomplete = resolve;
  });
  readAllAgain();
  await vi.waitFor(() => expect(seen).toEqual([[], ['n1']]));
  stop();
  db.close();
});
