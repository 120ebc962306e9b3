import { expect, it } from 'vitest';
import { opened } from '@/src/background/storage/opened';
import { say } from '@/src/schema/values/said';
import { createDatabase } from '@/src/store/upgrades';
import { createManualTime } from '../../fakes/manual-time';

it('a database whose upgrade another tab blocks is reported after a time limit, and opens once the tab is closed', async () => {
  const earlier = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('blocked', 1);
    request.onsuccess = () => resolve(request.result);
  });
  const db = createDatabase('blocked');
  let nowMs = 0;
  const time = createManualTime({
    now: () => nowMs,
    pass: (ms) => {
      nowMs += ms;
    },
  });
  const refused = expect(opened(db, time)).rejects.toMatchObject({
    code: 'storage',
    remedy: say('error.storage.openingRemedy'),
  });
  await time.pass(10_000);
  await refused;
  earlier.close();
  await opened(db, time);
  expect(db.isOpen()).toBe(true);
  db.close();
});
