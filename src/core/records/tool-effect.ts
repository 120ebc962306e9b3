/**
 * The effect of a tool. `read` changes nothing; `navigate` changes the page's view, but no configuration; `write` changes
 * the page's restorable state, so a checkpoint can undo it; `commit` has effects outside the page that Steward can't undo.
 */
export type Effect = 'read' | 'navigate' | 'write' | 'commit';

/** A chat's permission for a tool: run it, request the user's approval first, or refuse it. */
export const PERMISSIONS = ['allow', 'ask', 'deny'] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** True if a call changes the page's restorable state or the saved state, so that a checkpoint has to be taken before it. */
export function changesPage(effect: Effect): boolean {
  return effect === 'write' || effect === 'commit';
}
