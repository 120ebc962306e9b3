import { textError } from '@/src/core/errors';
import type { Timer } from '@/src/core/ports/clock';
import { withTimeLimit } from '@/src/core/ports/with-time-limit';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/**
 * Time limit for opening the database, in milliseconds. The upgrade of a large database takes seconds; a blocked one
 * never ends.
 */
const OPEN_LIMIT_MS = 10_000;

/**
 * Resolves once the database is open. Rejects with `storage` after the time limit, while the database continues to
 * open.
 */
export async function opened(db: StewardDatabase, timer: Timer): Promise<void> {
  if (db.isOpen()) return;
  await withTimeLimit(
    timer,
    OPEN_LIMIT_MS,
    () => textError('storage', 'error.storage.opening'),
    async (signal) => {
      const over = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      await Promise.race([stored(() => db.open()), over]);
    },
  );
}
