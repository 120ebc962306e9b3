import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '@/src/core/hash';
import type { DecisionSeals } from '@/src/core/ports/decision-seals';
import type { StewardDatabase } from '@/src/store/db';
import { transact } from './transact';

/**
 * Seals decisions with a key of this profile. The key is created with the first seal. No backup, export or message
 * contains it.
 */
export function createDecisionSeals(db: StewardDatabase): DecisionSeals {
  const name = 'decisions';
  const ownKey = () =>
    transact(db, db.profileKeys, async () => {
      const row = await db.profileKeys.get(name);
      if (row !== undefined) return row.key;
      const key = randomBytes(32);
      await db.profileKeys.add({ name, key });
      return key;
    });
  return {
    seal: async (facts) => bytesToHex(hmac(sha256, await ownKey(), utf8ToBytes(canonicalJson(facts)))),
  };
}
