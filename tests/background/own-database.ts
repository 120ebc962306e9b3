import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';

let databases = 0;

/** An empty database that no other test has. */
export function ownDatabase(): StewardDatabase {
  databases += 1;
  return createDatabase(`own-${databases}`);
}
