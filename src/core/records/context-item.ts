import type { NumberedSnapshot } from '@/src/schema/snapshot';

/** The change of a chat's row when a run is stored with its snapshot. */
export function lastSnapshotOf(run: { snapshot?: NumberedSnapshot } | null): { lastSnapshotId?: number } {
  return run?.snapshot === undefined ? {} : { lastSnapshotId: run.snapshot.id };
}
