import { isUnfinished } from '@/src/schema/values/model-tasks';
import type { StewardDatabase } from '@/src/store/db';

/** Ends the checks that the end of the last worker broke off. Call once when the background starts. */
export async function endBrokenChecks(db: StewardDatabase): Promise<void> {
  await db.modelChecks.filter(isUnfinished).modify({ endedBy: 'browser' });
}
