import type { UnsavedChangesPreview } from '@/src/core/checkpoints/restore-unsaved-changes';

/** What the background keeps in storage.session for the offer; null where there is none. */
export function readLostChanges(stored: unknown): UnsavedChangesPreview | null {
  return isPreview(stored) ? stored : null;
}

/** Nobody but the background writes it; this tells an offer from none. */
function isPreview(stored: unknown): stored is UnsavedChangesPreview {
  return typeof stored === 'object' && stored !== null && 'differences' in stored && 'stateHash' in stored;
}
