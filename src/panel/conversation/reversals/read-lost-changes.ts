import type { UnsavedChangesPreview } from '@/src/core/checkpoints/restore-unsaved-changes';

/** The offer that the background keeps in storage.session; null if there is none. */
export function readLostChanges(stored: unknown): UnsavedChangesPreview | null {
  return isPreview(stored) ? stored : null;
}

/** Only the background writes this key, so checking for the fields is enough. */
function isPreview(stored: unknown): stored is UnsavedChangesPreview {
  return typeof stored === 'object' && stored !== null && 'differences' in stored && 'stateHash' in stored;
}
