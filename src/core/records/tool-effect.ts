import type { Effect } from '@/src/schema/values/policy';

/** True if a call changes the page's restorable state or the saved state, so that a checkpoint has to be taken before it. */
export function changesPage(effect: Effect): boolean {
  return effect === 'write' || effect === 'commit';
}

/** True if a call may change the page, or its view: only the page knows the outcome of one that was interrupted. */
export function touchesPage(effect: Effect): boolean {
  return effect === 'navigate' || changesPage(effect);
}

/** True if a call has an entry in the site's audit. */
export function isAudited(effect: Effect): boolean {
  return effect === 'message' || changesPage(effect);
}
