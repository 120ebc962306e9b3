/**
 * What a tool does to the world:
 * `read` changes nothing; `navigate` changes what is shown, not what is configured; `write` changes the page's
 * restorable state (a checkpoint can take it back); `commit` leaves the page, so Steward can't take it back.
 */
export type Effect = 'read' | 'navigate' | 'write' | 'commit';

/** What a chat's policy says about a tool: run it, ask the user first, or refuse it. */
export const PERMISSIONS = ['allow', 'ask', 'deny'] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Whether a call changes the page's restorable state or what lies behind it, so that a checkpoint comes first. */
export function changesPage(effect: Effect): boolean {
  return effect === 'write' || effect === 'commit';
}
