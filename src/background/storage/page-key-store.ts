import { textError } from '@/src/core/errors';
import type { Said } from '@/src/schema/values/said';
import type { PageKey, StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';
import { transact } from './transact';

/** The adapter and the origin for which a key was entered. */
export interface KeyPlace {
  adapterId: string;
  /** `scheme://host:port`. */
  origin: string;
}

/**
 * The user's keys for the APIs of admin pages' servers. A key leaves this file only for a request to its own origin. A
 * refused key is deleted, so that it is not tried again.
 */
export interface PageKeyStore {
  /** The stored row; null if no key was entered for the adapter and origin. Rejects with `storage`. */
  keyOf(place: KeyPlace): Promise<PageKey | null>;
  /** Stores the key that the user entered. Rejects with `invalid-message` if the origin is not http(s). */
  save(place: KeyPlace, key: string): Promise<void>;
  /** Deletes a key that the server refused, unless the user has entered another one meanwhile. */
  refuse(place: KeyPlace, key: string, refusal: Said): Promise<void>;
}

/** Creates the store; `onChange` is called after a key was entered or refused. */
export function createPageKeyStore(db: StewardDatabase, onChange: () => void): PageKeyStore {
  return {
    keyOf: ({ adapterId, origin }) =>
      stored(async () => (await db.pageKeys.get([adapterId, origin])) ?? null),
    async save({ adapterId, origin: address }, key) {
      const origin = webOrigin(address);
      await stored(() => db.pageKeys.put({ adapterId, origin, key, refusal: null }));
      onChange();
    },
    async refuse({ adapterId, origin }, key, refusal) {
      await transact(db, db.pageKeys, async () => {
        const row = await db.pageKeys.get([adapterId, origin]);
        if (row?.key === key) await db.pageKeys.put({ adapterId, origin, key: null, refusal });
      });
      onChange();
    },
  };
}

function webOrigin(address: string): string {
  const { origin, protocol } = new URL(address);
  if (protocol === 'http:' || protocol === 'https:') return origin;
  throw textError('invalid-message', 'error.storage.pageKeyNotWeb');
}
