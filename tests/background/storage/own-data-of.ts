import { createOwnData, type OwnData } from '@/src/background/storage/own-data';
import type { StewardDatabase } from '@/src/store/db';

const nothing = async () => undefined;

/** The commands that concern all data of this database. Every dependency that isn't in `parts` is empty: no run, no stored data. */
export function ownDataOf(
  db: StewardDatabase,
  parts: Partial<Parameters<typeof createOwnData>[0]> = {},
): OwnData {
  let ids = 0;
  return createOwnData({
    db,
    loop: { stop: nothing },
    sideRequests: { abandon: nothing },
    connections: { remove: nothing },
    sites: { forget: nothing, changing: (change) => change() },
    log: { clear: nothing },
    onChats: () => undefined,
    ids: { newId: () => `own-${++ids}` },
    ...parts,
  });
}

/** A file that is sent in one part. */
export const whole = (text: string) => ({ text, index: 0, isLast: true });
