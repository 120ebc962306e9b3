import type { Endpoint, WireName } from '@/src/core/records/endpoint';
import type { StewardDatabase } from '@/src/store/db';
import { readEndpoint } from './connection-store';
import { transact } from './transact';

/** Stores that a model answered only on this API, for the connections with this address, key and headers. */
export async function noteWire(
  db: StewardDatabase,
  used: Endpoint,
  model: string,
  wire: WireName,
): Promise<void> {
  await transact(db, [db.connections, db.connectionSecrets], async () => {
    for (const row of await db.connections.toArray()) {
      if (secretsOf(used) !== secretsOf(await readEndpoint(db, row.id))) continue;
      // A connection has no such models at first.
      const others = (row.responsesModels ?? []).filter((one) => one !== model);
      const responsesModels = wire === 'responses' ? [...others, model] : others;
      await db.connections.put({ ...row, responsesModels });
    }
  });
}

function secretsOf({ baseUrl, key, headers }: Endpoint): string {
  return JSON.stringify([baseUrl, key, headers]);
}
